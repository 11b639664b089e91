import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../contract/capabilities.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';

/** Noting every use would turn every read into a write. */
const USE_NOTED_EVERY_MINUTES = 5;

/** How long a session of this role may stay unused, as the shop has decided by now; null: as long as it lasts. */
const idleTime = (role: RawBuilder<unknown>) => sql`(
  select nullif((shop_settings ->> case when ${role} = 'ADMIN' then 'idle_minutes_staff' else 'idle_minutes_customers' end)
    ::integer, 0) * interval '1 minute' from application_configuration)`;

/** Returns when a session ends that is used now; `least` leaves out what is null. */
export const endOfUse = (role: Role, lastsUntil: Date, now: Date): RawBuilder<Date> =>
  sql`least(${lastsUntil}::timestamptz, ${now}::timestamptz + ${idleTime(sql.val(role))})`;

/** Notes that a session is in use, as soon as a tenth of the time is over: not every call is a write. */
export async function noteUse(
  { db, clock }: Pick<Deps, 'clock'> & { db: Database },
  { sessionId, role }: Pick<Actor, 'sessionId' | 'role'>,
): Promise<void> {
  const now = clock.now();
  const idle = idleTime(sql.val(role));
  await sql`
    update sessions set expires_at = least(lasts_until, ${now}::timestamptz + ${idle})
     where id = ${sessionId} and expires_at > ${now}
       and expires_at < least(lasts_until, ${now}::timestamptz + 0.9 * ${idle})`.execute(db);
}

/**
 * Applies another time to the sessions that are open, as if they were used now. Tokens of programs and views of staff are
 * as they were.
 */
export async function applyIdleTime(tx: Database, { clock }: Pick<Deps, 'clock'>): Promise<void> {
  const now = clock.now();
  await sql`
    update sessions s set
      lasts_until = coalesce(s.lasts_until, s.expires_at),
      expires_at = least(coalesce(s.lasts_until, s.expires_at), ${now}::timestamptz + ${idleTime(sql.ref('u.role'))})
      from users u where u.id = s.user_id and s.token_hint is null and s.opened_in is null and s.expires_at > ${now}`.execute(
    tx,
  );
}

/** Whether the last noted use of a session, or of a token of a program, is so long ago that this one is noted. */
export const usedLongAgo = (now: Date) =>
  sql<boolean>`coalesce(token_used_at < ${now}::timestamptz - ${USE_NOTED_EVERY_MINUTES} * interval '1 minute', true)`;

/** Notes a use for the lists of sessions and tokens. */
export const noteLastUse = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, sessionId: string) =>
  db.updateTable('sessions').set({ token_used_at: clock.now() }).where('id', '=', sessionId).execute();
