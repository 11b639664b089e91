import { sql, type RawBuilder } from 'kysely';
import { selectIdsByUsername, unionOf } from '../../../server/database/list-branches.ts';
import { orderPage, type PageOrder, type Sorting } from '../../../server/database/list-order.ts';
import { countUpTo, finishPage, selectRowsOfPage } from '../../../server/database/list-page.ts';
import type { Actor, Deps, ListPage } from '../../../server/http/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { FileSummary } from '../file.ts';
import { FILE_STATUSES, PRICE_STATUSES, type FILE_SORTS } from '../file-status.ts';
import type { listFiles as contract } from '../files.calls.ts';
import { composeCondition, isNarrowedTo, selectFileSummaries } from './files.queries.ts';
import { selectFilesInScope } from './file-scope.ts';
import { toWork } from './file-work.ts';

type ListDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

export type FileRequest = InputOf<typeof contract>;

/** Every sort order has its index (migrations 0042 and 0054). */
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

/** Returns one page of the matching files; the first page includes their number. */
export async function listFilePage(
  deps: ListDeps,
  actor: Actor,
  request: FileRequest,
  { maxSorted = MAX_SORTED } = {},
): Promise<ListPage<FileSummary>> {
  const { db } = deps;
  const { status, price_status } = request;
  const order = orderPage(SORTING, request);
  const condition = await composeCondition(db, request, toWork(deps, actor));
  const ids = await idsOfPage({ db, actor, request, order, maxSorted });
  const files = selectFileSummaries(db, actor)
    .clearOrderBy()
    .where(ids === null ? condition : sql<boolean>`files.id in (${ids})`);
  const found = await selectRowsOfPage(files, order).execute();
  return finishPage(db, found, {
    order,
    request,
    list: { table: 'files', facets: { status: FILE_STATUSES, price_status: PRICE_STATUSES } },
    filters: { status, price_status },
    isCounted: isNarrowedTo(request),
    matching: selectFilesInScope(db, actor).where(condition).select('files.id'),
  });
}

/** Up to this many files are sorted faster than they are found by going through every customer. */
const MAX_SORTED = 5000;

interface PageLookup {
  db: Deps['db'];
  actor: Actor;
  request: FileRequest;
  order: PageOrder;
  maxSorted: number;
}

/** Selects the ids of the page where indexes of single states help; null where PostgreSQL does better by itself. */
async function idsOfPage({ db, actor, request, order, maxSorted }: PageLookup): Promise<RawBuilder<unknown> | null> {
  const isFiltered = request.status !== undefined || request.price_status !== undefined;
  const isByUsername = request.sort === 'username';
  // Files that wait for staff, have a tag or belong to one customer are few, and have indexes of their own.
  const isFew = request.work !== undefined || isNarrowedTo(request);
  if (request.q !== undefined || isFew || !(isFiltered || isByUsername)) return null;
  const inState = statesOf(request).map((state) =>
    selectFilesInScope(db, actor)
      .select('files.id')
      .where(state)
      .limit(order.limit + 1),
  );
  if (!isByUsername) return unionOf(inState.map((query) => query.where(order.within).orderBy(order.by)));
  if (isFiltered && (await countUpTo(db, unionOf(inState), maxSorted)).is_exact) return null;
  const ofCustomer = inState.map((query) =>
    query.where('files.user_id', '=', sql.ref<number>('users.id')).where(order.withinGroup).orderBy(order.byId),
  );
  return selectIdsByUsername('files', ofCustomer, order);
}

/**
 * Returns one condition for each state that passes the filter; a single one for all states where nothing is filtered.
 */
function statesOf({ status, price_status }: FileRequest): RawBuilder<boolean>[] {
  if (status === undefined && price_status === undefined) return [sql<boolean>`true`];
  const statuses = status === undefined ? FILE_STATUSES : [status];
  const priceStatuses = price_status === undefined ? PRICE_STATUSES : [price_status];
  return statuses.flatMap((one) =>
    priceStatuses.map((other) => sql<boolean>`files.status = ${one} and files.price_status = ${other}`),
  );
}
