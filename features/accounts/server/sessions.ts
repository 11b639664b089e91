import { sql } from 'kysely';
import { compileOnce } from '../../../server/database/patterns.ts';
import type { Database } from '../../../server/database/connect.ts';
import { getPersonId, type Actor, type Deps, type OpenSession } from '../../../server/http/call.ts';
import type { Client } from '../../../server/http/client.ts';
import type { SecurityReason } from '../security-log/security.calls.ts';
import { recordSecurityEvent } from '../security-log/server/security.ts';
import { SessionUser } from '../../../contract/session.ts';
import { needsSecondFactor } from './second-factor/required.ts';
import { asColleague, companyOfSession, hasOpenCompany, isUserOrColleague } from './companies.ts';
import { nameBrowser } from './sign-in-places.ts';
import { mayStillView, viewerId } from './viewing-staff.ts';
import { endOfUse, noteLastUse, noteUse, usedLongAgo } from './idle-sessions.ts';
import { composeToken, makeSessionId, readClaims } from './session-tokens.ts';
import { type Capability, intersectCapabilities } from '../../../contract/capabilities.ts';
import { staffCapabilities } from '../../../server/database/active-users.ts';

const HOUR_SECONDS = 3600;
/**
 * How long a proof of who is signed in counts for what matters: long enough for a series of changes, and short enough
 * that a session left open, or stolen, does none of them. Guesses count for the same time (password-attempts.ts).
 */
export const FRESH_MINUTES = 15;

const LIFETIME_SECONDS = { ADMIN: 12 * HOUR_SECONDS, CUSTOMER: 7 * 24 * HOUR_SECONDS };

export type SessionDeps = Pick<Deps, 'clock' | 'sessionSecret'> & { db: Database };

export const openSession = async (...of: Parameters<typeof makeSession>): Promise<string> =>
  (await makeSession(...of)).token;

/** The session from which one is opened on another device: that one lasts no longer, and proves nobody anew. */
export interface ContinuedSession {
  sessionId: string;
  lastsUntil: Date;
}

/**
 * Opens a session and returns its id and token. `tokenSeconds`: how long one lasts that its user did not open by
 * signing in, used or not.
 */
export async function makeSession(
  { db, clock, sessionSecret }: SessionDeps,
  user: SessionUser,
  client?: Client,
  { tokenSeconds, continued }: { tokenSeconds?: number; continued?: ContinuedSession | undefined } = {},
): Promise<{ id: string; token: string }> {
  const id = makeSessionId();
  const nowMs = clock.now().getTime();
  const endsAt = nowMs + (tokenSeconds ?? LIFETIME_SECONDS[user.role]) * 1000;
  const expiresAt = Math.min(endsAt, continued?.lastsUntil.getTime() ?? endsAt);
  const lasts_until = new Date(expiresAt);
  const opened = await db
    .insertInto('sessions')
    .values({
      id,
      user_id: user.id,
      created_at: new Date(nowMs),
      proved_at: new Date(continued === undefined ? nowMs : 0),
      token_used_at: tokenSeconds === undefined ? new Date(nowMs) : null,
      expires_at: tokenSeconds === undefined ? endOfUse(user.role, lasts_until, new Date(nowMs)) : lasts_until,
      lasts_until,
      opened_from: continued?.sessionId ?? null,
      address: client?.address ?? null,
      browser: nameBrowser(client?.userAgent),
      needs_new_password: user.must_change_password === true,
      needs_second_factor: needsSecondFactor(user),
    })
    .returning(['needs_second_factor', companyOfSession])
    .executeTakeFirstOrThrow();
  const sessionUser = { ...asColleague(user, opened), must_add_second_factor: opened.needs_second_factor };
  return { id, token: await composeToken(sessionUser, { id, nowMs, expiresAt, sessionSecret }) };
}

/** Opens what was closed to a session without a second factor; returns the token of the same session that says so. */
export async function renewToken({ db, clock, sessionSecret }: SessionDeps, id: string, user: SessionUser) {
  const { end, company_id } = await db
    .updateTable('sessions')
    .set({ needs_second_factor: false })
    .where('id', '=', id)
    .returning([sql<string>`coalesce(lasts_until, expires_at)`.as('end'), companyOfSession])
    .executeTakeFirstOrThrow();
  const times = { nowMs: clock.now().getTime(), expiresAt: new Date(end).getTime() };
  return composeToken(asColleague(user, { company_id }), { id, ...times, sessionSecret });
}

const SESSION_ID = /^[0-9a-f-]{36}$/;

export async function findSessionId(token: string, secret: string): Promise<string | null> {
  let id: unknown;
  try {
    id = (await readClaims(token, secret)).jti;
  } catch {
    return null;
  }
  return typeof id === 'string' && SESSION_ID.test(id) ? id : null;
}

/**
 * Returns the owner named in the token, which is ours and unaltered, though its session may be over. Use this only for
 * dividing what all users share.
 */
export async function readTokenUser(
  token: string,
  { sessionSecret }: Pick<Deps, 'sessionSecret'>,
): Promise<Pick<Actor, 'id' | 'role' | 'colleague'> | null> {
  try {
    const { id, colleague_id, role } = JSON.parse((await readClaims(token, sessionSecret)).sub) as SessionUser;
    const colleague = colleague_id === undefined ? {} : { colleague: { id: colleague_id, companyId: id } };
    return typeof id === 'number' ? { id, role, ...colleague } : null;
  } catch {
    return null;
  }
}

/**
 * Looks up the session behind a token: null when the token is not ours, or the session was ended or has expired, or its
 * user is deactivated or deleted. Role and status come from the user row, never from the token. `isUse`: it counts as used.
 */
export async function findSession(
  { db, clock, sessionSecret }: Deps,
  token: string,
  { isUse = false } = {},
): Promise<OpenSession | null> {
  const id = await findSessionId(token, sessionSecret);
  if (id === null) return null;
  const found = await selectLivingSession(db, { id, now: clock.now() });
  if (found === undefined) return null;
  const { expires_at, token_capabilities, browser, endsUnused, isOldUse, viewer_id, company_id, ...person } = found;
  const session = company_id === null ? person : actFor(person, company_id);
  const expiresAt = new Date(expires_at).getTime();
  if (viewer_id !== null) return { session: { ...session, viewerId: viewer_id }, expiresAt };
  if (isOldUse && (isUse || token_capabilities !== null)) await noteLastUse({ db, clock }, id);
  if (token_capabilities === null) {
    if (isUse && endsUnused) await noteUse({ db, clock }, session);
    return { session, expiresAt };
  }
  const staff_capabilities = intersectCapabilities(session.staff_capabilities, token_capabilities);
  return { session: { ...session, staff_capabilities, accessToken: browser ?? '' }, expiresAt };
}

/** A colleague acts as the customer, in whose name everything is done that is not about who is signed in. */
const actFor = <Person extends { id: number }>(person: Person, companyId: number) => ({
  ...person,
  id: companyId,
  colleague: { id: person.id, companyId },
});

const selectLivingSession = compileOnce((db, { id, now }: { id: string; now: Date }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', staffCapabilities, 'users.verified', 'sessions.id as sessionId'])
    .select('users.company_id')
    .select(['sessions.expires_at', 'sessions.needs_new_password as needsNewPassword'])
    .select(['sessions.needs_second_factor as needsSecondFactor', 'sessions.browser', viewerId])
    .select(sql<boolean>`coalesce(sessions.expires_at < sessions.lasts_until, false)`.as('endsUnused'))
    .select(sql<boolean>`proved_at > ${now}::timestamptz - ${FRESH_MINUTES} * interval '1 minute'`.as('isFresh'))
    .select(usedLongAgo(now).as('isOldUse'))
    .select(sql<Capability[] | null>`sessions.token_capabilities`.as('token_capabilities'))
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now as unknown as string)
    .where(hasOpenCompany('users'))
    .where('users.status', '=', 'ACTIVE')
    .where('users.deleted_at', 'is', null)
    .where(mayStillView(now)),
);

/** Returns what changes when a session may be over (`note_changes` in the database); null for a token that is not ours. */
export async function sourcesOfSession(
  { sessionSecret }: Pick<Deps, 'sessionSecret'>,
  token: string,
): Promise<string[] | null> {
  const [id, user] = [await findSessionId(token, sessionSecret), await readTokenUser(token, { sessionSecret })];
  if (id === null || user === null) return null;
  return [`session:${id}`, ...new Set([`access:${user.id}`, `access:${getPersonId(user)}`])];
}

/** Condition for reading on behalf of a remembered session: it is open, and its user still has the same role. */
export const isOpenSession = ({ id, sessionId, role, now }: SessionToProve) => sql<boolean>`exists (
  select 1 from sessions open_session join users signed_in on signed_in.id = open_session.user_id
   where open_session.id = ${sessionId} and coalesce(signed_in.company_id, signed_in.id) = ${id}
     and open_session.expires_at > ${now} and signed_in.role = ${role} and signed_in.status = 'ACTIVE'
     and signed_in.deleted_at is null and ${hasOpenCompany('signed_in')})`;

export interface SessionToProve extends Omit<Actor, 'requestId' | 'verified'> {
  now: Date;
}

/** Where a change of access is recorded: in the transaction of the change. */
export interface SecurityDeps {
  db: Database;
  log?: Deps['log'];
}

export interface Ending {
  why: SecurityReason;
  /** Who was signed in; null for a user who followed a mailed link, and for a command. */
  actorId: number | null;
  client: Client | null;
  /** The session that stays open. */
  except?: string;
  /** Whether the tokens of programs stay valid. */
  keepTokens?: boolean;
}

/** What ends the sessions of a customer's colleagues too: they can act for the customer no longer. */
const ENDS_COLLEAGUES: readonly SecurityReason[] = ['LOCKED', 'DELETED', 'ROLE_CHANGED'];

/** Ends the sessions of a user, except `except`; returns how many there were. */
export async function endUserSessions(
  { db, log }: SecurityDeps,
  userId: number,
  { why, actorId, client, except, keepTokens }: Ending,
): Promise<number> {
  const isTheirs = ENDS_COLLEAGUES.includes(why) ? isUserOrColleague(userId) : sql<boolean>`user_id = ${userId}`;
  const ended = await db
    .deleteFrom('sessions')
    .where(isTheirs)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .$if(keepTokens === true, (query) => query.where('token_hint', 'is', null))
    .executeTakeFirstOrThrow();
  // A sign-in that waits for its code is over as well.
  await db.deleteFrom('account_links').where(isTheirs).where('purpose', '=', 'SECOND_STEP').execute();
  const number = Number(ended.numDeletedRows);
  const event = { event: 'SESSIONS_ENDED', reason: why, actorId, accountId: userId, client } as const;
  if (number > 0) await recordSecurityEvent({ db, log }, { ...event, detail: String(number) });
  return number;
}

/** Ends the session with which this call was made. */
export const endSession = ({ db, log }: Pick<Deps, 'db' | 'log'>, actor: Actor, client: Client): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', actor.sessionId).execute();
    const who = { actorId: actor.viewerId ?? actor.id, accountId: actor.id, client };
    const event = { event: 'SESSIONS_ENDED', reason: 'LOGGED_OUT', ...who, detail: '1' } as const;
    await recordSecurityEvent({ db: tx, log }, event);
  });

/** Deletes sessions that have expired. */
export const removeExpiredSessions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db
    .deleteFrom('sessions')
    .where('expires_at', '<', clock.now() as unknown as string)
    .execute();
