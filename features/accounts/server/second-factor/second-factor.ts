import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { findShopName } from '../../../../server/texts.ts';
import { secondFactorOff, secondFactorOn, wrongCode } from '../../accounts.errors.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import { selectUserById } from '../accounts.queries.ts';
import { runInSession } from '../hold-session.ts';
import { endUserSessions, renewToken } from '../sessions.ts';
import type * as contract from '../../second-factor.calls.ts';
import { composeUri, decryptSecret, encryptSecret, findStep, makeAuthenticatorSecret } from './authenticator-secret.ts';
import { makeRecoveryCodes } from './codes.ts';
import { settleLastFactor } from './passkeys.ts';
import { withPasswordAndProof } from './prove.ts';
import { hasSecondFactor, isSecondFactorRequired } from './required.ts';
import { mailSecondFactor } from './second-factor-mails.ts';

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
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.id)
    .orderBy('id')
    .execute();
  const is_required = await isSecondFactorRequired(db, actor);
  return { since: found?.confirmed_at ?? null, recovery_codes_left: left, passkeys, is_required };
}

export const selectSecondFactor = (db: Database, userId: number) =>
  db.selectFrom('second_factors').select(['secret', 'confirmed_at']).where('user_id', '=', userId);

/** Makes a secret that does not count yet; refused while one counts. An account with passkeys proves one of them. */
export async function beginSecondFactor(
  deps: Deps,
  actor: Actor,
  input: WithClient<typeof contract.beginSecondFactor>,
): Promise<ReplyOf<typeof contract.beginSecondFactor>> {
  const found = await selectSecondFactor(deps.db, actor.id).executeTakeFirst();
  if (found !== undefined && found.confirmed_at !== null) throw secondFactorOn();
  const secret = makeAuthenticatorSecret();
  const row = { secret: await encryptSecret(deps, actor.id, secret), created_at: deps.clock.now() };
  const use = async (tx: Database) => {
    const begun = await tx
      .insertInto('second_factors')
      .values({ user_id: actor.id, ...row })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(row).where('second_factors.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (begun === undefined) throw secondFactorOn();
    const { email } = await selectUserById(tx, actor.id).executeTakeFirstOrThrow();
    return { secret, uri: composeUri(secret, { shop: await findShopName(tx), email }) };
  };
  return withPasswordAndProof(deps, actor, input, { use });
}

/** From here on, the log-in asks for a code. The code that confirms the secret is used up by it. */
export async function confirmSecondFactor(
  deps: Deps,
  actor: Actor,
  { code, client }: WithClient<typeof contract.confirmSecondFactor>,
): Promise<ReplyOf<typeof contract.confirmSecondFactor>> {
  return runInSession(deps, actor, async (tx) => {
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

export const turnOffSecondFactor = (
  deps: Deps,
  actor: Actor,
  input: WithClient<typeof contract.turnOffSecondFactor>,
): Promise<{ message: string }> =>
  withPasswordAndProof(deps, actor, input, {
    isOff: secondFactorOff,
    use: async (tx) => {
      const removed = await tx
        .deleteFrom('second_factors')
        .where('user_id', '=', actor.id)
        .where('confirmed_at', 'is not', null)
        .returning('user_id')
        .executeTakeFirst();
      if (removed === undefined) throw secondFactorOff();
      const isLast = await settleLastFactor(tx, actor);
      const event = { event: 'SECOND_FACTOR_REMOVED', reason: 'BY_OWNER', actorId: actor.id } as const;
      await recordSecurityEvent({ ...deps, db: tx }, { ...event, accountId: actor.id, client: input.client });
      const user = await selectUserById(tx, actor.id).executeTakeFirstOrThrow();
      await mailSecondFactor(tx, { user, what: isLast ? 'removed' : 'appRemoved', now: deps.clock.now() });
      return { message: 'The authenticator app is off.' };
    },
  });

export const renewRecoveryCodes = (
  deps: Deps,
  actor: Actor,
  input: WithClient<typeof contract.renewRecoveryCodes>,
): Promise<{ recovery_codes: string[] }> =>
  withPasswordAndProof(deps, actor, input, {
    isOff: secondFactorOff,
    use: async (tx) => ({ recovery_codes: await makeRecoveryCodes(tx, actor.id) }),
  });

/** Deletes app, passkeys and recovery codes; returns whether the log-in had a second step until now. */
export async function removeSecondFactor(tx: Database, userId: number): Promise<boolean> {
  const hadOne = await hasSecondFactor(tx, userId);
  for (const table of ['recovery_codes', 'passkeys', 'second_factors'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  return hadOne;
}
