import { sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { can, listRolesWith } from '../../../contract/capabilities.ts';

/** A visible page reports every few seconds; one in a hidden tab does not, although its reader is usually nearby. */
const ONLINE_FOR_MS = 300_000;
/** Recording every call would turn every read into a write. */
const NOTED_EVERY_MS = 30_000;

export const onlineSince = (now: Date): Date => new Date(now.getTime() - ONLINE_FOR_MS);

/** Records that an administrator is online. The record belongs to the session, so it disappears at once on logout. */
export async function notePresence(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Pick<Actor, 'role' | 'sessionId'>,
): Promise<void> {
  if (!can(actor, 'tickets.answer')) return;
  const now = clock.now();
  const noted = new Date(now.getTime() - NOTED_EVERY_MS) as unknown as string;
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', actor.sessionId)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', noted)]))
    .execute();
}

/** When a member of the support was last seen, if that is later than `since`. */
export const supportSeenAt = (since: Date) => sql<string | null>`(
  select max(seen.last_seen_at) from sessions seen join users support on support.id = seen.user_id
   where seen.last_seen_at > ${since} and support.role = any(${[...listRolesWith('tickets.answer')]}) and support.status = 'ACTIVE'
     and support.deleted_at is null)`;

/**
 * Returns until when a response that depends on presence holds without an event, in milliseconds by the portal's clock.
 */
export function presenceHoldsUntil(actor: Pick<Actor, 'role'>, seenAt: string | null, now: Date): number {
  if (can(actor, 'tickets.answer')) return now.getTime() + NOTED_EVERY_MS;
  if (seenAt === null) return Infinity;
  const holdsMs = new Date(seenAt).getTime() + ONLINE_FOR_MS - now.getTime();
  // Spread out, so that it does not end for all readers at once.
  return now.getTime() + holdsMs * (0.5 + Math.random() / 2);
}
