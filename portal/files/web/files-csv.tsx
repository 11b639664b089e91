import { Download } from 'lucide-react';
import { save } from '../../../web/download.ts';
import { currentLanguage, type Label, t, textKey } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { statusText } from '../../../web/ui/badge.tsx';
import { CSV_START, csvIn, csvTime, type CsvCell } from '../../csv.ts';
import type { FileSummary } from '../files.contract.ts';

const columns: readonly [Label, (file: FileSummary) => CsvCell][] = [
  [textKey('common.fileId'), (file) => file.file_id],
  [textKey('common.fileName'), (file) => file.file_name],
  [textKey('common.solution'), (file) => file.solution],
  [textKey('common.solutionPrice'), (file) => file.price],
  [textKey('common.priceStatus'), (file) => statusText(file.price_status)],
  [textKey('common.feasible'), (file) => (file.feasible === null ? null : statusText(file.feasible))],
  [textKey('common.status'), (file) => statusText(file.status)],
  [textKey('files.uploadedUtc'), (file) => csvTime(file.created_at)],
  [textKey('files.modifiedUtc'), (file) => csvTime(file.updated_at)],
];

/**
 * Exports the displayed files, in their order, as a table for a spreadsheet. All of them are already loaded, so no call
 * is needed. The button takes up its space while they are loading, so that the page does not jump.
 */
export function FilesAsTable({ listFiles }: { listFiles: (() => readonly FileSummary[]) | undefined }) {
  const write = () => {
    if (listFiles === undefined) return;
    const line = csvIn(currentLanguage());
    const lines = listFiles().map((file) => line(columns.map(([, cell]) => cell(file))));
    const text = [CSV_START, line(columns.map(([header]) => t(header))), ...lines];
    save(new Blob(text, { type: 'text/csv' }), `files-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  return (
    <Button icon={<Download />} onClick={write} disabled={listFiles === undefined}>
      {t('common.downloadCsv')}
    </Button>
  );
}
