import * as z from 'zod/mini';
import { Done, Id } from '../fields.schemas.ts';

/** Where a user is logged in. */
export const UserSession = z.object({
  id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** Of an administrator: when a page of theirs last asked for something. */
  last_seen_at: z.nullable(z.string()),
  /** Where it was opened; null for one of an earlier version of the portal. */
  address: z.nullable(z.string()),
  /** Browser and system; null for a program. */
  browser: z.nullable(z.string()),
  /** The session of this very call. */
  is_current: z.boolean(),
});
export type UserSession = z.output<typeof UserSession>;

/** As a token names its session. */
const SessionId = z.string().check(z.regex(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/));

export const endUserSession = {
  input: z.object({ id: Id, session: SessionId }),
  reply: Done,
};
