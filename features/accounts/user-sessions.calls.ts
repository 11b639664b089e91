import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, boundedList } from '../../contract/fields.ts';

/** A session that a user has open. */
export const UserSession = z.object({
  id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** For administrators: when one of their pages last made a call. */
  last_seen_at: z.nullable(z.string()),
  /** When it last made a call that a page does not repeat by itself, to within five minutes; null: before it was noted. */
  last_used_at: z.nullable(z.string()),
  /** Where it was opened; null for a session opened by an earlier version of the portal. */
  address: z.nullable(z.string()),
  /** For the owner: whether that is the internet connection of this call. Null: unknown, or shared by all visitors. */
  is_same_connection: z.nullable(z.boolean()),
  /** Browser and system, or the name of an access token; null for another program. */
  browser: z.nullable(z.string()),
  /** Whether another session of the user opened it, on another device. */
  is_continued: z.boolean(),
  /** Whether this call was made in this session. */
  is_current: z.boolean(),
});
export type UserSession = z.output<typeof UserSession>;

export const MAX_LISTED_SESSIONS = 100;

/** Session id as it appears in a token. */
export const SessionId = z.string().check(z.regex(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/));

export const listMySessions = endpoint({
  method: 'GET',
  path: '/users/my/sessions',
  summary: 'List my sessions',
  description: 'Where the caller is logged in, the newest first; at most 100.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: Nothing,
  reply: boundedList(UserSession, MAX_LISTED_SESSIONS),
});

export const endMySession = endpoint({
  method: 'DELETE',
  path: '/users/my/sessions/:session',
  summary: 'Log out on one device',
  description: 'Ends that session of the caller immediately. Other sessions are not affected.',
  who: 'signed-in',
  forColleagues: 'themselves',
  needsFreshSignIn: true,
  input: z.object({ session: SessionId }),
  reply: Done,
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/users/my/sessions/end-others',
  summary: 'Log out everywhere else',
  description: 'Ends every session of the caller except the one of this call. Access tokens stay valid.',
  who: 'signed-in',
  forColleagues: 'themselves',
  needsFreshSignIn: true,
  input: Nothing,
  reply: Done,
});

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/users/:id/sessions/:session',
  summary: 'Log a user out on one device',
  description: 'Ends that session immediately. Other sessions are not affected.',
  who: 'users.change',
  needsFreshSignIn: true,
  input: z.object({ id: Id, session: SessionId }),
  reply: Done,
});
