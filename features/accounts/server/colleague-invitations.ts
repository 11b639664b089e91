import { type RawBuilder, type Transaction, sql } from 'kysely';
import { computeSecondsUntil, takeAllowance } from '../../../server/database/allowances.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { tooManyCalls } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { withAsciiDomain } from '../email.rules.ts';
import { cancelAllLinks } from './email-change.ts';

/** Condition of a row of `users`: a colleague who has not accepted the invitation, which only its mailed link can do. */
export const isInvited = sql<boolean>`(
  users.company_id is not null and users.password_hash is null and not users.verified and users.status = 'ACTIVE')`;

/** Frees an invited address for whoever signs in, or registers, with it, and has not accepted the invitation. */
export const withdrawInvitation = (tx: Transaction<Schema>, deps: Pick<Deps, 'clock'>, email: string) =>
  withdraw(tx, deps, sql<boolean>`lower(users.email) = ${withAsciiDomain(email).toLowerCase()}`);

/** Withdraws the invitations of which no link works any more. */
export const withdrawLapsedInvitations = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.transaction().execute((tx) =>
    withdraw(
      tx,
      { clock },
      sql<boolean>`not exists (
        select from account_links link
         where link.user_id = users.id and link.purpose = 'INVITE' and link.used_at is null
           and link.expires_at > ${clock.now()})`,
    ),
  );

/** One statement decides: an invitation that is accepted at this moment stays. */
async function withdraw(tx: Transaction<Schema>, { clock }: Pick<Deps, 'clock'>, which: RawBuilder<boolean>) {
  const withdrawn = await tx
    .updateTable('users')
    .set({ deleted_at: sql`now()` })
    .where('deleted_at', 'is', null)
    .where(isInvited)
    .where(which)
    .returning(['id', 'username', 'email'])
    .execute();
  for (const { id, username, email } of withdrawn) {
    await cancelAllLinks(tx, clock.now(), id);
    const subject = { kind: 'USER', id, name: username } as const;
    await recordChange(tx, null, { kind: 'DELETED', subject, field: 'invitation', from: email, to: null });
  }
}

/** Limited because each invitation mails an address that is not known to be a colleague's. */
const MAX_INVITATIONS_PER_HOUR = 30;
const HOUR_MS = 3_600_000;

/** Counts an invitation, or another mail of it, before anything is looked up: one that is refused counts as well. */
export async function countInvitation({ db, clock }: Deps, { id }: Pick<Actor, 'id'>): Promise<void> {
  const subject = `colleague-invitations:user:${id}`;
  const limit = { subject, periodMs: HOUR_MS, maxUses: MAX_INVITATIONS_PER_HOUR };
  const freeAt = await takeAllowance(db, clock.now(), limit);
  if (freeAt !== null) throw tooManyCalls(computeSecondsUntil(freeAt, clock.now()));
}
