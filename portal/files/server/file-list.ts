import { sql } from 'kysely';
import { PLANNED_EACH_TIME, type Database } from '../../../server/database/connect.ts';
import { readListTotals } from '../../../server/database/list-counts.ts';
import { cutPage, orderPage, type Sorting } from '../../../server/database/list-order.ts';
import type { Actor, ListPage } from '../../../server/http/call.ts';
import type { InputOf } from '../../endpoint.ts';
import type { FILE_SORTS, FileSummary, listFiles as contract } from '../files.contract.ts';
import { filesInScope, passesFilter, selectFileSummaries } from './files.queries.ts';

export type FileRequest = InputOf<typeof contract>;

/** Each has its index (migration 0042). */
const SORTING: Sorting<(typeof FILE_SORTS)[number]> = {
  id: sql<number>`files.id`,
  sorts: {
    file_id: { value: sql`files.id`, type: 'number' },
    username: { value: sql`lower(users.username)`, type: 'text' },
    file_name: { value: sql`lower(files.file_name)`, type: 'text' },
    price: { value: sql`files.price_cents`, type: 'number' },
    price_status: { value: sql`files.price_status`, type: 'text' },
    status: { value: sql`files.status`, type: 'text' },
    created_at: { value: sql`files.created_at`, type: 'moment' },
  },
  first: { sort: 'file_id', order: 'desc' },
};

/** A page of the files that match; the first one comes with how many there are. */
export async function listFilePage(db: Database, actor: Actor, asked: FileRequest): Promise<ListPage<FileSummary>> {
  const { q, status, price_status, cursor, until } = asked;
  const order = orderPage(SORTING, asked);
  const found = await selectFileSummaries(db, actor)
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .clearOrderBy()
    .select(['files.user_id', order.place.as('place')])
    .where(passesFilter(asked))
    .where(order.within)
    .orderBy(order.by)
    .limit(order.limit + 1)
    .execute();
  const totals =
    cursor === undefined
      ? await readListTotals(db, {
          list: 'files',
          filters: { status, price_status },
          found: q === undefined ? null : filesInScope(db, actor).where(passesFilter(asked)).select('files.id'),
        })
      : null;
  return { ...cutPage(found, order, until), totals };
}
