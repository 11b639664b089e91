import { type Transaction, sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { type Changer, recordChange } from '../../../staff/audit/server/audit.ts';
import { ownAccount, secondFactorOff } from '../../accounts.errors.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import { selectUserById } from '../accounts.queries.ts';
import { nameCodes } from '../password-attempts.ts';
import { type SecurityDeps, endUserSessions } from '../sessions.ts';
import type * as contract from '../../second-factor.calls.ts';
import { removeSecondFactor, selectSecondFactor } from './second-factor.ts';
import { mailSecondFactor } from './second-factor-mails.ts';

interface Reset {
  user: { id: number; email: string; username: string };
  changer: Exclude<Changer, null>;
  client: Client | null;
  now: Date;
}

/** Removes the second factor, ends the sessions and tells the owner; refused when there is none. */
async function reset(
  { db: tx, log }: SecurityDeps & { db: Transaction<Schema> },
  { user, changer, client, now }: Reset,
): Promise<number> {
  if (!(await removeSecondFactor(tx, user.id))) throw secondFactorOff();
  await tx.deleteFrom('login_failures').where('account', '=', nameCodes(user.email.toLowerCase())).execute();
  const actorId = changer === 'COMMAND_LINE' ? null : changer.id;
  const reason = actorId === null ? 'BY_COMMAND' : 'BY_ADMINISTRATOR';
  const event = { event: 'SECOND_FACTOR_REMOVED', reason, actorId, accountId: user.id, client } as const;
  await recordSecurityEvent({ db: tx, log }, event);
  const subject = { kind: 'USER', id: user.id, name: user.username } as const;
  await recordChange(tx, changer, { kind: 'SECOND_FACTOR', subject, from: null, to: null });
  await mailSecondFactor(tx, { user, what: 'reset', now });
  return endUserSessions({ db: tx, log }, user.id, { why: 'SECOND_FACTOR', actorId, client });
}

/** Not for the own account: that takes the password and a code. */
export async function resetSecondFactor(
  { db, log, clock }: Deps,
  actor: Actor,
  { id, client }: InputOf<typeof contract.resetSecondFactor> & { client: Client },
): Promise<{ message: string }> {
  if (id === actor.id) throw ownAccount();
  await db.transaction().execute(async (tx) => {
    const user = await selectUserById(tx, id).forNoKeyUpdate().executeTakeFirst();
    if (user === undefined) throw notFound();
    await reset({ db: tx, log }, { user, changer: actor, client, now: clock.now() });
  });
  return { message: 'The second factor is removed.' };
}

/** The operator's command. */
export const resetSecondFactorByCommand = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, email: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'username'])
      .where(sql<string>`lower(email)`, '=', email.toLowerCase())
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new Error(`There is no account with the e-mail address ${email}.`);
    const ended = await reset({ db: tx }, { user, changer: 'COMMAND_LINE', client: null, now: clock.now() });
    return `The second factor of ${user.email} is removed; ${ended} session${ended === 1 ? '' : 's'} ended.`;
  });

export async function getUserSecondFactor(
  { db }: Pick<Deps, 'db'>,
  id: number,
): Promise<ReplyOf<typeof contract.getUserSecondFactor>> {
  const user = await selectUserById(db, id).executeTakeFirst();
  if (user === undefined) throw notFound();
  const found = await selectSecondFactor(db, id).executeTakeFirst();
  const { passkeys } = await db
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::integer`.as('passkeys'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return { since: found?.confirmed_at ?? null, passkeys };
}
