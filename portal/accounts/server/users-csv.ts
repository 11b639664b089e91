import type { Deps, Download } from '../../../server/http/call.ts';
import { listAsCsv, type CsvColumns } from '../../../server/http/list-csv.ts';
import { csvTime } from '../../csv.ts';
import type { User } from '../accounts.contract.ts';
import { listUserPage, type UserRequest } from './user-list.ts';

const COLUMNS: CsvColumns<User> = [
  ['Username', (user) => user.username],
  ['Full name', (user) => user.full_name],
  ['Email', (user) => user.email],
  ['Country', (user) => user.country],
  ['Phone', (user) => user.phone],
  ['Credit Balance', (user) => user.credit_balance],
  ['AI Credit Balance', (user) => user.ai_credit_balance],
  ['Role', (user) => user.role],
  ['Status', (user) => user.status],
  ['Registered (UTC)', (user) => csvTime(user.created_at)],
];

/** The users that match. */
export const downloadUsersCsv = async (deps: Deps, request: UserRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'users',
    columns: COLUMNS,
    readPage: (place) => listUserPage(deps.db, { ...request, ...place }),
  });
