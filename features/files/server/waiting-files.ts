import { type RawBuilder, sql } from 'kysely';
import { OPEN_STATUSES } from '../file-fields.ts';
import { type Viewer, can } from '../../../contract/capabilities.ts';
import type { Database } from '../../../server/database/connect.ts';
import { MAX_COUNTED, countRows } from '../../../server/database/list-counts.ts';
import type { FileStatus } from '../file.ts';
import { type Work, isFileOfWork } from './file-rows.ts';

/** Spelled as in the condition of the index. */
const OPEN = sql.join(OPEN_STATUSES.map((status) => sql.lit(status)));

/** Selects the files that wait for the actor: for staff to set a price; for a customer to pay or to download. */
export const selectWaitingFiles = (actor: Viewer) =>
  can(actor, 'files.price')
    ? sql`select from files
           where status in (${OPEN}) and price_status = 'UNPAID' and feasible is null
             and deleted_at is null
          union all
          select from files where revision_since is not null and status = 'PROCESSED' and deleted_at is null`
    : sql`select from files
           where user_id = ${actor.id} and status in ('IN_PROGRESS', 'PROCESSED') and feasible = 'POSSIBLE'
             and (price_status = 'UNPAID' or (status = 'PROCESSED' and price_status = 'PAID' and delivered_at is null))
             and deleted_at is null`;

/** A statement that selects waiting files, with the columns of the dashboard's `Needed`. */
type Rows = RawBuilder<unknown>;

const NEEDED = sql`files.id as file_id, files.file_id as number, files.file_name as name,
  files.brand, files.ecu, files.generation, null::text as last_message, null::text as ticket_status`;
const FOR_STAFF = sql`(select username from users where users.id = files.user_id) as username, null::float8 as price`;
const FOR_OWNER = sql`null::text as username, files.price_cents / 100.0::float8 as price, null::text as overdue_kind`;

/** A customer's files that are to be paid, that were never downloaded, or that are not possible at the moment. */
export const selectFilesNeedingOwner = (userId: number): Record<'PAY' | 'DOWNLOAD' | 'REFUSED', Rows> => {
  const own = sql`from files where user_id = ${userId} and deleted_at is null`;
  return {
    PAY: sql`select ${NEEDED}, ${FOR_OWNER}, coalesce(offer_set_at, updated_at) as since ${own}
      and status in ('IN_PROGRESS', 'PROCESSED') and feasible = 'POSSIBLE' and price_status = 'UNPAID'`,
    DOWNLOAD: sql`select ${NEEDED}, ${FOR_OWNER}, greatest(paid_at, (
        select max(h.created_at) from file_history h where h.file_id = files.id and h.kind = 'MODIFIED')) as since ${own}
      and status = 'PROCESSED' and feasible = 'POSSIBLE' and price_status = 'PAID' and delivered_at is null`,
    REFUSED: sql`select ${NEEDED}, ${FOR_OWNER}, coalesce(offer_set_at, updated_at) as since ${own}
      and status in (${OPEN}) and feasible = 'NOT_POSSIBLE' and price_status = 'UNPAID'`,
  };
};

/** All customers' files that have no price yet, or are delivered but need a change. */
export function selectFilesNeedingStaff(work: Work): Record<'SET_PRICE' | 'CHANGE_REQUESTED', Rows> {
  const kind = sql`case when ${isFileOfWork('overdue', work)} then files.status end as overdue_kind`;
  return {
    SET_PRICE: sql`select ${NEEDED}, ${FOR_STAFF}, ${kind}, status_since as since from files
      where status in (${OPEN}) and price_status = 'UNPAID' and feasible is null and deleted_at is null order by files.id`,
    CHANGE_REQUESTED: sql`select ${NEEDED}, ${FOR_STAFF}, ${kind}, revision_since as since from files
      where revision_since is not null and status = 'PROCESSED' and deleted_at is null order by files.id`,
  };
}

/** Selects whether a customer has ever sent a file, and whether they have ever paid for one. */
export const selectFirstFiles = (userId: number) => sql<{ sent: boolean; paid: boolean }>`
  select exists(select from files where user_id = ${userId}) as sent,
         exists(select from files where user_id = ${userId} and price_status <> 'UNPAID') as paid`;

const COUNTED = ['PROCESSED', 'COMPLETED', 'REFUNDED', 'CANCELED'] as const satisfies FileStatus[];

/** Returns the counts of a dashboard; each status is counted up to 10000, or all of it. */
export async function countFiles(db: Database, actor: Viewer, { isExact = false } = {}) {
  const within = can(actor, 'files.read-all') ? {} : { within: sql<boolean>`user_id = ${actor.id}` };
  const list = { table: 'files', facets: { status: COUNTED }, ...within } as const;
  const { counts, capped } = await countRows(db, list, isExact ? null : MAX_COUNTED);
  const count = (status: FileStatus) => counts['status']?.[status] ?? 0;
  return {
    processed: count('PROCESSED'),
    completed: count('PROCESSED') + count('COMPLETED'),
    refunded: count('REFUNDED'),
    canceled: count('CANCELED'),
    capped: COUNTED.filter((status) => capped.includes(`status.${status}`)),
  };
}
