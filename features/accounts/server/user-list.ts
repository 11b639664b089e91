import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { type Sorting, orderPage } from '../../../server/database/list-order.ts';
import { finishPage, selectRowsOfPage } from '../../../server/database/list-page.ts';
import type { Actor, Deps, Download, ListPage } from '../../../server/http/call.ts';
import { type HasRole, ROLES } from '../../../contract/capabilities.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { seesBalances } from '../balances.rules.ts';
import type { User } from '../user.ts';
import { type USER_SORTS, USER_STATUSES } from '../user-status.ts';
import type { listUsers as contract } from '../accounts.calls.ts';
import { passesFilter, selectLivingIds, selectUserRows } from './accounts.queries.ts';
import { type CsvColumns, listAsCsv } from '../../../server/http/list-csv.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';

type UserRequest = InputOf<typeof contract>;

/** Every sort order has its index. */
const SORTING: Sorting<(typeof USER_SORTS)[number]> = {
  id: sql<number>`users.id`,
  sorts: {
    id: { value: sql`users.id`, type: 'number' },
    username: { value: sql`lower(users.username)`, type: 'text' },
    email: { value: sql`lower(users.email)`, type: 'text' },
    country: { value: sql`lower(users.country)`, type: 'text' },
    credits: { value: sql`main.balance_cents`, type: 'number', id: sql<number>`main.user_id` },
    'ai-credits': { value: sql`ai.balance_cents`, type: 'number', id: sql<number>`ai.user_id` },
    role: { value: sql`users.role`, type: 'text' },
    status: { value: sql`users.status`, type: 'text' },
  },
  first: { sort: 'id', order: 'desc' },
};

/** Returns one page of the matching users; the first page includes their number. */
export async function listUserPage(db: Database, reader: HasRole, asked: UserRequest): Promise<ListPage<User>> {
  const request = withVisibleOrder(reader, asked);
  const { role, status } = request;
  const order = orderPage(SORTING, request);
  const found = await selectRowsOfPage(selectUserRows(db, reader).where(passesFilter(request)), order).execute();
  return finishPage(db, found, {
    order,
    request,
    list: { table: 'users', facets: { role: ROLES, status: USER_STATUSES } },
    filters: { role, status },
    isCounted: request.tag_id !== undefined || request.updated_since !== undefined,
    matching: selectLivingIds(db).where(passesFilter(request)),
  });
}

/** Sorts by newest first where the order would tell balances that the reader does not see. */
const withVisibleOrder = (reader: HasRole, request: UserRequest): UserRequest =>
  !seesBalances(reader) && (request.sort === 'credits' || request.sort === 'ai-credits')
    ? { ...request, sort: undefined, order: undefined }
    : request;

const BALANCES: CsvColumns<User> = [
  [textKey('common.creditBalance'), (user) => user.credit_balance],
  [textKey('common.aiCreditBalance'), (user) => user.ai_credit_balance],
];

const COLUMNS: CsvColumns<User> = [
  [textKey('common.usernameLabel'), (user) => user.username],
  [textKey('csv.fullName'), (user) => user.full_name],
  [textKey('common.email'), (user) => user.email],
  [textKey('accounts.country'), (user) => user.country],
  [textKey('accounts.phone'), (user) => user.phone],
  ...BALANCES,
  [textKey('common.role'), (user) => user.role],
  [textKey('common.status'), (user) => user.status],
  [textKey('csv.registered'), (user, zone) => formatTimeIn(zone, new Date(user.created_at))],
];

/** Downloads the matching users. */
export const downloadUsersCsv = async (deps: Deps, reader: Actor, request: UserRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'users',
    columns: COLUMNS.filter((column) => seesBalances(reader) || !BALANCES.includes(column)),
    reader,
    readPage: (place) => listUserPage(deps.db, reader, { ...request, ...place }),
  });
