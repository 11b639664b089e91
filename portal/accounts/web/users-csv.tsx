import { Download } from 'lucide-react';
import { save } from '../../../web/download.ts';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CSV_START, csvLine, csvTime, type CsvCell } from '../../csv.ts';
import type { User } from '../accounts.contract.ts';

const columns: readonly [string, (user: User) => CsvCell][] = [
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

/** The users that are shown, in their order, as a table for a spreadsheet. They are all here, so nobody is asked. */
export function UsersAsTable({ listUsers }: { listUsers: () => readonly User[] }) {
  const write = () => {
    const lines = listUsers().map((user) => csvLine(columns.map(([, cell]) => cell(user))));
    const text = [CSV_START, csvLine(columns.map(([header]) => t(header))), ...lines];
    save(new Blob(text, { type: 'text/csv' }), `users-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  return (
    <Button icon={<Download />} onClick={write}>
      {t('Download CSV')}
    </Button>
  );
}
