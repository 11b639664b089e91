import { sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { can, type HasRole } from '../../../contract/capabilities.ts';
import { hasCapability } from '../../../server/database/active-users.ts';

/** A visible page reports every few seconds; one in a hidden tab does not, although its reader is usually nearby. */
const ONLINE_FOR_MS = 300_000;
/** Recording every call would turn every read into a write. */
const NOTED_EVERY_MS = 30_000;

export const isOnline = (seenAt: string | null, now: Date): boolean =>
  seenAt !== null && new Date(seenAt).getTime() > now.getTime() - ONLINE_FOR_MS;

/** Records that an administrator is online, with a browser. The record belongs to the session, so it disappears at once on logout. */
export async function notePresence(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: HasRole & Pick<Actor, 'sessionId' | 'accessToken'>,
): Promise<void> {
  if (actor.accessToken !== undefined || !can(actor, 'tickets.answer')) return;
  const now = clock.now();
  const noted = new Date(now.getTime() - NOTED_EVERY_MS) as unknown as string;
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', actor.sessionId)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', noted)]))
    .execute();
}

/**
 * When a member of the support was last seen. The statement compares it with no time: PostgreSQL would not know how many
 * sessions are later, and plan the call that every browser repeats anew each time, which takes longer than to run it.
 */
export const supportSeenAt = sql<string | null>`(
  select seen.last_seen_at from sessions seen join users support on support.id = seen.user_id
   where seen.last_seen_at is not null and ${hasCapability('tickets.answer', 'support')}
     and support.status = 'ACTIVE' and support.deleted_at is null
   order by seen.last_seen_at desc limit 1)`;

/**
 * Returns until when a response that depends on presence holds without an event, in milliseconds by the portal's clock.
 */
export function presenceHoldsUntil(actor: HasRole, seenAt: string | null, now: Date): number {
  if (can(actor, 'tickets.answer')) return now.getTime() + NOTED_EVERY_MS;
  if (seenAt === null || !isOnline(seenAt, now)) return Infinity;
  const holdsMs = new Date(seenAt).getTime() + ONLINE_FOR_MS - now.getTime();
  // Spread out, so that it does not end for all readers at once.
  return now.getTime() + holdsMs * (0.5 + Math.random() / 2);
}
