import { sql } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import type { Work } from '../work.calls.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { hasCapability } from '../../../../server/database/active-users.ts';
import { MAX_PRESENCES, MAX_STAFF, PRESENCE_LEASE_SECONDS } from '../work-filter.ts';
import type { Config } from '../../../../server/config.ts';
import { TARGET_KINDS, type TargetKind } from '../target-kinds.ts';
import { toLocalTime, toMoment } from '../../../../contract/zone-time.ts';

/** Lists the users to whom files can be assigned. */
export const listStaff = ({ db }: Pick<Deps, 'db'>) => selectStaff(db).execute();

export async function getWork(deps: Deps): Promise<Work> {
  const [staff, open] = await Promise.all([listStaff(deps), selectPresences(deps.db).execute()]);
  const since = overdueSince(deps);
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  const overdue_since = {
    PENDING: text(since.PENDING),
    IN_PROGRESS: text(since.IN_PROGRESS),
    PROCESSED: text(since.PROCESSED),
    TICKET: text(since.TICKET),
  };
  return { staff, open, overdue_since };
}

export async function notePresence({ db }: Deps, actor: Actor, fileId: number): Promise<{ message: string }> {
  const { rows } = await upsertPresence(actor, fileId).execute(db);
  if (rows.length === 0) throw notFound();
  return { message: 'Noted.' };
}

export async function endPresence({ db }: Deps, actor: Actor, fileId: number): Promise<{ message: string }> {
  const { rows } = await deletePresence(actor, fileId).execute(db);
  if (rows.length === 0) throw notFound();
  return { message: 'Noted.' };
}

/** Selects the users who work on files. */
const selectStaff = (db: Database) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.username'])
    .where(hasCapability('files.process'))
    .where('users.status', '=', 'ACTIVE')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.username')
    .limit(MAX_STAFF);

/** Selects the open files of sessions that have not ended. */
const selectPresences = (db: Database) =>
  db
    .selectFrom('presences')
    .innerJoin('sessions', 'sessions.id', 'presences.session_id')
    .select(['presences.file_id', 'presences.user_id'])
    .distinct()
    .where('presences.ends_at', '>', sql<string>`now()`)
    .orderBy('presences.file_id')
    .limit(MAX_PRESENCES);

/**
 * Records or renews a presence, if the file exists. Expired presences are deleted along with it, so that the table is
 * only as long as what is open.
 */
const upsertPresence = (actor: Pick<Actor, 'id' | 'sessionId'>, fileId: number) => sql<{ id: number }>`
  with ended as (delete from presences where ends_at <= now() and (session_id, file_id) <> (${actor.sessionId}, ${fileId}))
  insert into presences (session_id, file_id, user_id, ends_at)
  select ${actor.sessionId}, id, ${actor.id}::bigint, now() + make_interval(secs => ${PRESENCE_LEASE_SECONDS})
    from files where id = ${fileId}::bigint and deleted_at is null
  on conflict (session_id, file_id) do update set ends_at = excluded.ends_at
  returning file_id as id`;

const deletePresence = ({ sessionId }: Pick<Actor, 'sessionId'>, fileId: number) => sql<{ id: number }>`
  with ended as (delete from presences where session_id = ${sessionId} and file_id = ${fileId}::bigint)
  select id from files where id = ${fileId}::bigint and deleted_at is null`;

/** Work that has waited since before this moment is overdue; null: never. */
export type OverdueSince = Record<TargetKind, Date | null>;

export const overdueSince = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): OverdueSince => {
  const now = clock.now();
  return Object.fromEntries(TARGET_KINDS.map((kind) => [kind, findOverdueMoment(config, kind, now)])) as OverdueSince;
};

/** Returns by how many minutes of opening hours the target time is exceeded. */
export function countMinutesOverdue({ config, clock }: Pick<Deps, 'config' | 'clock'>, kind: TargetKind, since: Date) {
  return countOpenMinutes(config.shopHours, since, clock.now()) - (config.targetTimes[kind] ?? 0);
}

function findOverdueMoment({ targetTimes, shopHours }: Config, kind: TargetKind, now: Date): Date | null {
  const minutes = targetTimes[kind];
  return minutes === undefined ? null : openMinutesAgo(shopHours, now, minutes);
}

type ShopHours = Config['shopHours'];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Far enough for any target time, unless the shop is nearly always closed. */
const DAYS_BACK = 400;

/** Returns the latest moment since which the shop has been open for this many minutes; null if it hardly ever opens. */
export function openMinutesAgo(hours: ShopHours, now: Date, minutes: number): Date | null {
  let missing = minutes * MINUTE_MS;
  for (const { begin, end } of listOpenTimes(hours, now)) {
    if (end - begin >= missing) return new Date(end - missing);
    missing -= end - begin;
  }
  return null;
}

/** Returns for how many minutes the shop has been open since then. */
function countOpenMinutes(hours: ShopHours, since: Date, now: Date): number {
  let open = 0;
  for (const { begin, end } of listOpenTimes(hours, now)) {
    if (end <= since.getTime()) break;
    open += end - Math.max(begin, since.getTime());
  }
  return Math.floor(open / MINUTE_MS);
}

/** Lists when the shop was open, from now backwards. */
function* listOpenTimes({ timeZone, openings, holidays }: ShopHours, now: Date) {
  const today = Math.floor(toLocalTime(now.getTime(), timeZone) / DAY_MS) * DAY_MS;
  for (let day = today; day > today - DAYS_BACK * DAY_MS; day -= DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    if (holidays.includes(date) || holidays.includes(date.slice(5))) continue;
    const weekday = new Date(day).getUTCDay() || 7;
    const ofDay = openings.filter((opening) => opening.day === weekday).toSorted((a, b) => b.opens - a.opens);
    for (const { opens, closes } of ofDay) {
      const begin = toMoment(day + opens * MINUTE_MS, timeZone);
      const end = Math.min(toMoment(day + closes * MINUTE_MS, timeZone), now.getTime());
      if (end > begin) yield { begin, end };
    }
  }
}
