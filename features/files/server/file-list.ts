import { type RawBuilder, sql } from 'kysely';
import {
  type PageOrder,
  type Sorting,
  orderPage,
  selectIdsByUsername,
  unionOf,
} from '../../../server/database/list-order.ts';
import { countUpTo, finishPage, selectRowsOfPage } from '../../../server/database/list-page.ts';
import type { Actor, Deps, Download, ListPage } from '../../../server/http/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { File, FileSummary } from '../file.ts';
import { getFileFieldLabel } from '../file-field-labels.ts';
import {
  DONE_STATUSES,
  type FILE_SORTS,
  FILE_STATUSES,
  type FileFieldValues,
  PRICE_STATUSES,
  REPORTED_FIELDS,
} from '../file-fields.ts';
import type { listFiles as contract } from '../files.calls.ts';
import { composeCondition, isNarrowedTo } from './find-files.ts';
import { selectColumnsOfCsv, selectFileSummaries, selectFilesInScope, toWork } from './file-rows.ts';
import { type CsvColumns, listAsCsv } from '../../../server/http/list-csv.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Viewer } from '../../../contract/capabilities.ts';

type ListDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

export type FileRequest = InputOf<typeof contract>;

/** Every sort order has its index. */
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

type Line = FileSummary & Pick<File, 'ordered_dtcs'> & Partial<FileFieldValues>;

const COLUMNS: CsvColumns<Line> = [
  [textKey('common.usernameLabel'), (file) => file.username],
  [textKey('common.fileId'), (file) => file.file_id],
  [textKey('common.fileName'), (file) => file.file_name],
  [textKey('common.solution'), (file) => file.solution],
  [textKey('common.solutionPrice'), (file) => file.price],
  [textKey('common.priceStatus'), (file) => file.price_status],
  [textKey('common.feasible'), (file) => file.feasible],
  [textKey('common.status'), (file) => file.status],
  [textKey('csv.uploaded'), (file, zone) => formatTimeIn(zone, new Date(file.created_at))],
  [textKey('csv.modified'), (file, zone) => formatTimeIn(zone, new Date(file.updated_at))],
  ...REPORTED_FIELDS.map((name) => [getFileFieldLabel(name), (file: Line) => file[name] ?? null] as const),
  [textKey('files.orderedDtcs'), (file) => file.ordered_dtcs.join(' ')],
];

/** Downloads the matching files. */
export const downloadFilesCsv = async (deps: Deps, actor: Actor, request: FileRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'files',
    columns: COLUMNS,
    reader: actor,
    readPage: (place) => readPage(deps, actor, { ...request, ...place }),
  });

/** Adds what lists on the screen leave out and a table for a spreadsheet includes. */
async function readPage(deps: Deps, actor: Actor, request: FileRequest): Promise<ListPage<Line>> {
  const page = await listFilePage(deps, actor, request);
  const ids = page.rows.map(({ id }) => id);
  const found = new Map((await selectColumnsOfCsv(deps.db, ids).execute()).map((row) => [row.id, row]));
  return { ...page, rows: page.rows.map((file) => ({ ordered_dtcs: [], ...file, ...found.get(file.id) })) };
}

export const listNewestFiles = (
  db: Database,
  actor: Viewer,
  { userId, limit }: { userId: number; limit: number },
): Promise<FileSummary[]> => selectFileSummaries(db, actor).where('files.user_id', '=', userId).limit(limit).execute();

/** Counts, from the rows, all of a customer's files and those that are not done. */
export const countCustomerFiles = (db: Database, userId: number): Promise<{ all: number; open: number }> =>
  db
    .selectFrom('files')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('status', 'not in', DONE_STATUSES).as('open'),
    ])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
