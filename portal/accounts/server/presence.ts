import { sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { can, rolesWith } from '../../capabilities.ts';

/** A visible page reports every few seconds; one in a hidden tab does not, though its reader is mostly near. */
const ONLINE_FOR_MS = 300_000;
/** Writing down every call would be a write for every read. */
const NOTED_EVERY_MS = 30_000;

export const onlineSince = (now: Date): Date => new Date(now.getTime() - ONLINE_FOR_MS);

/** Remembers that an administrator is there. A session that ended takes its memory along, so a logout shows at once. */
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

export const adminOnlineSince = (since: Date) => sql<boolean>`exists (
  select 1 from sessions seen join users support on support.id = seen.user_id
   where seen.last_seen_at > ${since} and support.role = any(${[...rolesWith('tickets.answer')]}) and support.status = 'ACTIVE'
     and support.deleted_at is null)`;
