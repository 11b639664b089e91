import { sql } from 'kysely';
import type { Refusal } from '../../../contract/refusal.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Deps } from '../../../server/http/call.ts';
import { activationNeeded } from '../accounts.errors.ts';
import { mailActivationLink } from './account-links.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>;

/**
 * Returns the refusal for a customer whose address is not confirmed. Its sentence promises an e-mail, so one is posted
 * when the customer has none with a working link.
 */
export async function refuseUnconfirmed(deps: Needs, userId: number): Promise<Refusal> {
  await deps.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'username'])
      .where('id', '=', userId)
      .where('verified', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (user && !(await hasWorkingLink(tx, deps, user.id))) await mailActivationLink(tx, deps, user);
  });
  return activationNeeded();
}

/** Returns whether the user has a valid link; a link whose mail was permanently refused does not count. */
async function hasWorkingLink(tx: Database, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('account_links as link')
    .select('link.token_hash')
    .where('link.user_id', '=', userId)
    .where('link.purpose', '=', 'ACTIVATE')
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', clock.now().toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mails')
            .select('mails.id')
            .where('mails.refused_at', 'is not', null)
            .where('mails.key', '=', sql<string>`'activate:' || link.token_hash`),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
