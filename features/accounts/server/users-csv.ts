import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { listAsCsv, type CsvColumns } from '../../../server/http/list-csv.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';
import type { User } from '../user.ts';
import { listUserPage, type UserRequest } from './user-list.ts';

const COLUMNS: CsvColumns<User> = [
  [textKey('common.usernameLabel'), (user) => user.username],
  [textKey('csv.fullName'), (user) => user.full_name],
  [textKey('common.email'), (user) => user.email],
  [textKey('accounts.country'), (user) => user.country],
  [textKey('accounts.phone'), (user) => user.phone],
  [textKey('common.creditBalance'), (user) => user.credit_balance],
  [textKey('common.aiCreditBalance'), (user) => user.ai_credit_balance],
  [textKey('common.role'), (user) => user.role],
  [textKey('common.status'), (user) => user.status],
  [textKey('csv.registered'), (user, zone) => formatTimeIn(zone, new Date(user.created_at))],
];

/** Downloads the matching users. */
export const downloadUsersCsv = async (deps: Deps, reader: Actor, request: UserRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'users',
    columns: COLUMNS,
    reader,
    readPage: (place) => listUserPage(deps.db, { ...request, ...place }),
  });
