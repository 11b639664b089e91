import type { CsvColumns } from '../../../web/lists/csv-button.tsx';
import { csvTime } from '../../csv.ts';
import type { User } from '../accounts.contract.ts';

export const USER_CSV: CsvColumns<User> = [
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
