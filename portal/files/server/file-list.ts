import { sql } from 'kysely';
import { PLANNED_EACH_TIME, type Database } from '../../../server/database/connect.ts';
import { orderPage, type Sorting } from '../../../server/database/list-order.ts';
import { finishPage } from '../../../server/database/list-page.ts';
import type { Actor, ListPage } from '../../../server/http/call.ts';
import type { InputOf } from '../../endpoint.ts';
import type { FileSummary, listFiles as contract } from '../files.contract.ts';
import type { FILE_SORTS } from '../files.list.ts';
import { conditionOf, selectFileSummaries } from './files.queries.ts';
import { filesInScope } from './file-scope.ts';

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
  const { status, price_status } = asked;
  const order = orderPage(SORTING, asked);
  const condition = await conditionOf(db, asked);
  const found = await selectFileSummaries(db, actor)
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .clearOrderBy()
    .select(order.place.as('place'))
    .where(condition)
    .where(order.within)
    .orderBy(order.by)
    .limit(order.limit + 1)
    .execute();
  return finishPage(db, found, {
    order,
    asked,
    list: 'files',
    filters: { status, price_status },
    matching: filesInScope(db, actor).where(condition).select('files.id'),
  });
}
