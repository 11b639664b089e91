import { Download } from 'lucide-react';
import { useState } from 'react';
import { CSV_START, csvLine, type CsvCell } from '../../portal/csv.ts';
import { save } from '../download.ts';
import { t } from '../text.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

export type CsvColumns<Row> = readonly (readonly [header: string, cell: (row: Row) => CsvCell])[];

type CsvButtonProps<Row> = {
  /** What the file is called, before the date. */
  name: string;
  columns: CsvColumns<Row>;
  takeAll: () => Promise<readonly Row[]>;
};

/** The rows as they are filtered and sorted, as a table for a spreadsheet. They are all here, so nobody is asked. */
export function CsvButton<Row>({ name, columns, takeAll }: CsvButtonProps<Row>) {
  const [isBusy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    const rows = await takeAll().finally(() => setBusy(false));
    const lines = rows.map((row) => csvLine(columns.map(([, cell]) => cell(row))));
    const text = [CSV_START, csvLine(columns.map(([header]) => t(header))), ...lines];
    save(new Blob(text, { type: 'text/csv' }), `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  return (
    <Button
      icon={<Download />}
      busy={isBusy}
      onClick={() => void write().catch(() => toast.show(t('Could not load.'), 'error'))}
    >
      {t('Download CSV')}
    </Button>
  );
}
