import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { findShopName } from '../../../../server/texts.ts';
import { mostPasskeys, passkeyKnown, secondFactorRequired, wrongPasskey } from '../../accounts.errors.ts';
import type * as contract from '../../passkeys.calls.ts';
import { recordSecurityEvent } from '../../security-log/server/security.ts';
import { selectUserById } from '../accounts.queries.ts';
import { runInSession } from '../hold-session.ts';
import { endUserSessions, renewToken } from '../sessions.ts';
import { nameBrowser } from '../sign-in-places.ts';
import { makeRecoveryCodes } from './codes.ts';
import { ALGORITHMS, verifyNewPasskey } from './passkey-answers.ts';
import { CHALLENGE_LIFETIME_MS, CHALLENGE_OF, makeChallenge } from './passkey-challenges.ts';
import { withPasswordAndProof } from './prove.ts';
import { getRelyingParty } from './relying-party.ts';
import { hasSecondFactor, isSecondFactorRequired } from './required.ts';
import { mailPasskey } from './second-factor-mails.ts';

type WithClient<E> = InputOf<E> & { client: Client };
type Options = ReplyOf<typeof contract.askForMyPasskey>['options'];

const MAX_PASSKEYS = 20;
const HANDLE_BYTES = 32;

export const selectPasskeys = (db: Database, userId: number) =>
  db.selectFrom('passkeys').select(['id', 'credential_id', 'transports', 'user_handle']).where('user_id', '=', userId);

const toDescriptor = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  id: credential_id,
  transports: transports as never,
});

/** Returns what a browser needs to ask for a passkey: of this user or, without `userId`, for any. */
export async function composeRequest(
  deps: Pick<Deps, 'clock' | 'config'> & { db: Database },
  { boundTo, userId }: { boundTo: string; userId?: number },
): Promise<Options> {
  const mine = userId === undefined ? null : await selectPasskeys(deps.db, userId).orderBy('id').execute();
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(deps.config).rpID,
    challenge: await makeChallenge(deps, boundTo),
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME_MS,
    ...(mine !== null && { allowCredentials: mine.map(toDescriptor) }),
  });
  return { ...options };
}

export const askForMyPasskey = async (deps: Deps, actor: Actor): Promise<{ options: Options }> => ({
  options: await composeRequest(deps, { boundTo: CHALLENGE_OF.session(actor), userId: actor.id }),
});

/** Whoever has a stolen session and the password cannot add a passkey to an account with a second factor. */
export const beginPasskey = (
  deps: Deps,
  actor: Actor,
  input: WithClient<typeof contract.beginPasskey>,
): Promise<{ options: Options }> =>
  withPasswordAndProof(deps, actor, input, {
    use: async (tx) => {
      const mine = await selectPasskeys(tx, actor.id).orderBy('id').execute();
      if (mine.length >= MAX_PASSKEYS) throw mostPasskeys();
      const { email, username } = await selectUserById(tx, actor.id).executeTakeFirstOrThrow();
      const userHandle = mine[0]?.user_handle ?? randomBytes(HANDLE_BYTES).toString('base64url');
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      const options = await generateRegistrationOptions({
        rpName: await findShopName(tx),
        rpID: getRelyingParty(deps.config).rpID,
        userName: email,
        userDisplayName: username,
        userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
        challenge: await makeChallenge({ ...deps, db: tx }, CHALLENGE_OF.newPasskey(actor), userHandle),
        timeout: CHALLENGE_LIFETIME_MS,
        excludeCredentials: mine.map(toDescriptor),
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      });
      return { options: { ...options } };
    },
  });

/** The first second factor of an account ends its other sessions and comes with recovery codes. */
export async function addPasskey(
  deps: Deps,
  actor: Actor,
  { name: given, new_passkey, client }: WithClient<typeof contract.addPasskey>,
): Promise<ReplyOf<typeof contract.addPasskey>> {
  const verified = await verifyNewPasskey(deps, new_passkey, CHALLENGE_OF.newPasskey(actor));
  if (verified === null) throw wrongPasskey();
  const name = given ?? nameBrowser(client.userAgent) ?? 'Passkey';
  return runInSession(deps, actor, async (tx) => {
    const inTransaction = { ...deps, db: tx };
    const isFirst = !(await hasSecondFactor(tx, actor.id));
    if ((await selectPasskeys(tx, actor.id).execute()).length >= MAX_PASSKEYS) throw mostPasskeys();
    const now = deps.clock.now();
    const added = await tx
      .insertInto('passkeys')
      .values({ ...verified, user_id: actor.id, name, created_at: now })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw passkeyKnown();
    const who = { actorId: actor.id, client };
    const event = { event: 'PASSKEY_ADDED', reason: 'BY_OWNER', accountId: actor.id, detail: name } as const;
    await recordSecurityEvent(inTransaction, { ...event, ...who });
    const ending = { why: 'SECOND_FACTOR', except: actor.sessionId, ...who } as const;
    if (isFirst) await endUserSessions(inTransaction, actor.id, ending);
    const user = await selectUserById(tx, actor.id).executeTakeFirstOrThrow();
    await mailPasskey(tx, { user, what: 'passkeyAdded', name, now });
    const recovery_codes = isFirst ? await makeRecoveryCodes(tx, actor.id) : [];
    return { id: added.id, recovery_codes, token: await renewToken(inTransaction, actor.sessionId, user) };
  });
}

export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { id, name }: InputOf<typeof contract.renamePasskey>,
): Promise<{ message: string }> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('id')
    .executeTakeFirst();
  if (renamed === undefined) throw notFound();
  return { message: 'The passkey is renamed.' };
}

/** Removes one of the own passkeys. */
export async function removePasskey(
  deps: Deps,
  actor: Actor,
  { id, ...input }: WithClient<typeof contract.removePasskey>,
): Promise<{ message: string }> {
  const mine = deps.db.selectFrom('passkeys').select('id').where('id', '=', id).where('user_id', '=', actor.id);
  if ((await mine.executeTakeFirst()) === undefined) throw notFound();
  return withPasswordAndProof(deps, actor, input, {
    use: async (tx) => {
      const removed = await tx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', actor.id)
        .returning('name')
        .executeTakeFirst();
      if (removed === undefined) throw notFound();
      const isLast = await settleLastFactor(tx, actor);
      const event = { event: 'PASSKEY_REMOVED', reason: 'BY_OWNER', actorId: actor.id, accountId: actor.id } as const;
      await recordSecurityEvent({ ...deps, db: tx }, { ...event, client: input.client, detail: removed.name });
      const user = await selectUserById(tx, actor.id).executeTakeFirstOrThrow();
      const what = isLast ? 'lastPasskeyRemoved' : 'passkeyRemoved';
      await mailPasskey(tx, { user, what, name: removed.name, now: deps.clock.now() });
      return { message: 'The passkey is removed.' };
    },
  });
}

/**
 * Called when a second factor was removed: the last one takes the recovery codes along, and is refused to staff who need
 * one. Returns whether it was the last.
 */
export async function settleLastFactor(tx: Transaction<Schema>, actor: Actor): Promise<boolean> {
  if (await hasSecondFactor(tx, actor.id)) return false;
  if (await isSecondFactorRequired(tx, actor)) throw secondFactorRequired();
  await sql`delete from recovery_codes where user_id = ${actor.id}`.execute(tx);
  return true;
}
