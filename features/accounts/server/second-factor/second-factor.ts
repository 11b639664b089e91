import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import { can } from '../../../../contract/capabilities.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { findShopName } from '../../../../server/texts.ts';
import {
  secondFactorOff,
  secondFactorOn,
  secondFactorRequired,
  wrongCode,
  wrongCurrentPassword,
} from '../../accounts.errors.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import { selectUserById } from '../accounts.queries.ts';
import { isOwnPassword } from '../passwords.ts';
import { endUserSessions, renewToken } from '../sessions.ts';
import { originOfSession } from '../sign-in-places.ts';
import type * as contract from '../../second-factor.calls.ts';
import { composeUri, decryptSecret, encryptSecret, findStep, makeAuthenticatorSecret } from './authenticator-secret.ts';
import { makeRecoveryCodes } from './codes.ts';
import { isRequiredOfStaff } from './required.ts';
import { mailSecondFactor } from './second-factor-mails.ts';
import { hasSecondFactor, tryCode } from './second-step.ts';

type WithClient<E> = InputOf<E> & { client: Client };

export async function getMySecondFactor(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<ReplyOf<typeof contract.getMySecondFactor>> {
  const found = await selectSecondFactor(db, actor.id).executeTakeFirst();
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('user_id', '=', actor.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  const is_required = can(actor, 'admin-area.open') && (await isRequiredOfStaff(db));
  return { since: found?.confirmed_at ?? null, recovery_codes_left: left, is_required };
}

export const selectSecondFactor = (db: Database, userId: number) =>
  db.selectFrom('second_factors').select(['secret', 'confirmed_at']).where('user_id', '=', userId);

/** Makes a secret that does not count yet; refused while one counts. */
export async function beginSecondFactor(
  deps: Deps,
  actor: Actor,
  { current_password, client }: WithClient<typeof contract.beginSecondFactor>,
): Promise<ReplyOf<typeof contract.beginSecondFactor>> {
  if (!(await isOwnPassword(deps, actor, { password: current_password, client }))) throw wrongCurrentPassword();
  const secret = makeAuthenticatorSecret();
  const row = { secret: await encryptSecret(deps, actor.id, secret), created_at: deps.clock.now() };
  const begun = await deps.db
    .insertInto('second_factors')
    .values({ user_id: actor.id, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (begun === undefined) throw secondFactorOn();
  const { email } = await selectUserById(deps.db, actor.id).executeTakeFirstOrThrow();
  const shop = await findShopName(deps.db);
  return { secret, uri: composeUri(secret, { shop, email }) };
}

/** From here on, the log-in asks for a code. The code that confirms the secret is used up by it. */
export async function confirmSecondFactor(
  deps: Deps,
  actor: Actor,
  { code, client }: WithClient<typeof contract.confirmSecondFactor>,
): Promise<ReplyOf<typeof contract.confirmSecondFactor>> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await selectSecondFactor(tx, actor.id).executeTakeFirst();
    if (found === undefined) throw secondFactorOff();
    const now = deps.clock.now();
    const step = findStep(await decryptSecret(deps, actor.id, found.secret), code, now);
    if (step === null) throw wrongCode();
    const confirmed = await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', actor.id)
      .where('secret', '=', found.secret)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (confirmed === undefined) throw secondFactorOn();
    const recovery_codes = await makeRecoveryCodes(tx, actor.id);
    const who = { actorId: actor.id, client };
    const event = { event: 'SECOND_FACTOR_ADDED', reason: 'BY_OWNER', accountId: actor.id } as const;
    await recordSecurityEvent({ ...deps, db: tx }, { ...event, ...who });
    await endUserSessions({ ...deps, db: tx }, actor.id, { why: 'SECOND_FACTOR', except: actor.sessionId, ...who });
    const user = await selectUserById(tx, actor.id).executeTakeFirstOrThrow();
    await mailSecondFactor(tx, { user, what: 'added', now });
    return { recovery_codes, token: await renewToken({ ...deps, db: tx }, actor.sessionId, user) };
  });
}

/** Checks the password and then a code of the signed-in user, both of them limited; `use` runs when both are right. */
async function withPasswordAndCode<Result>(
  deps: Deps,
  actor: Actor,
  { current_password, code, client }: WithClient<typeof contract.turnOffSecondFactor>,
  use: (tx: Parameters<Parameters<typeof tryCode<Result>>[2]>[0]) => Promise<Result>,
): Promise<Result> {
  if (!(await isOwnPassword(deps, actor, { password: current_password, client }))) throw wrongCurrentPassword();
  if (!(await hasSecondFactor(deps.db, actor.id))) throw secondFactorOff();
  const { email } = await selectUserById(deps.db, actor.id).executeTakeFirstOrThrow();
  const attempt = { account: email.toLowerCase(), ...originOfSession(actor, client) };
  return tryCode(deps, { user: { id: actor.id, email }, code, attempt, fail: wrongCode }, use);
}

export const turnOffSecondFactor = (
  deps: Deps,
  actor: Actor,
  input: WithClient<typeof contract.turnOffSecondFactor>,
): Promise<{ message: string }> =>
  withPasswordAndCode(deps, actor, input, async (tx) => {
    if (can(actor, 'admin-area.open') && (await isRequiredOfStaff(tx))) throw secondFactorRequired();
    await removeSecondFactor(tx, actor.id);
    const event = { event: 'SECOND_FACTOR_REMOVED', reason: 'BY_OWNER', actorId: actor.id } as const;
    await recordSecurityEvent({ ...deps, db: tx }, { ...event, accountId: actor.id, client: input.client });
    const user = await selectUserById(tx, actor.id).executeTakeFirstOrThrow();
    await mailSecondFactor(tx, { user, what: 'removed', now: deps.clock.now() });
    return { message: 'The second factor is off.' };
  });

export const renewRecoveryCodes = (
  deps: Deps,
  actor: Actor,
  input: WithClient<typeof contract.renewRecoveryCodes>,
): Promise<{ recovery_codes: string[] }> =>
  withPasswordAndCode(deps, actor, input, async (tx) => ({ recovery_codes: await makeRecoveryCodes(tx, actor.id) }));

/** Deletes the secret and the recovery codes; returns whether the log-in asked for codes until now. */
export async function removeSecondFactor(tx: Database, userId: number): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const removed = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return removed !== undefined && removed.confirmed_at !== null;
}
