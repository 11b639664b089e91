import { Download } from 'lucide-react';
import { save } from '../../../web/client/download.ts';
import { formatShopDay } from '../../../web/languages/time-zone.ts';
import { getShopZone } from '../../../web/frame/shop.ts';
import { getCurrentLanguage, type Label, t, textKey } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { statusText } from '../../../web/ui/badge.tsx';
import { CSV_START, createCsvLine, type CsvCell } from '../../../contract/csv.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';
import type { FileSummary } from '../file.ts';

const columns: readonly [Label, (file: FileSummary, zone: string) => CsvCell][] = [
  [textKey('common.fileId'), (file) => file.file_id],
  [textKey('common.fileName'), (file) => file.file_name],
  [textKey('common.solution'), (file) => file.solution],
  [textKey('common.solutionPrice'), (file) => file.price],
  [textKey('common.priceStatus'), (file) => statusText(file.price_status)],
  [textKey('common.feasible'), (file) => (file.feasible === null ? null : statusText(file.feasible))],
  [textKey('common.status'), (file) => statusText(file.status)],
  [textKey('csv.uploaded'), (file, zone) => formatTimeIn(zone, new Date(file.created_at))],
  [textKey('csv.modified'), (file, zone) => formatTimeIn(zone, new Date(file.updated_at))],
];

/**
 * Exports the displayed files, in their order, as a table for a spreadsheet. All of them are already loaded, so no call
 * is needed. The button takes up its space while they are loading, so that the page does not jump.
 */
export function FilesAsTable({ listFiles }: { listFiles: (() => readonly FileSummary[]) | undefined }) {
  const write = () => {
    if (listFiles === undefined) return;
    const line = createCsvLine(getCurrentLanguage());
    const zone = getShopZone();
    const lines = listFiles().map((file) => line(columns.map(([, cell]) => cell(file, zone))));
    const text = [CSV_START, line(columns.map(([header]) => t(header, { zone }))), ...lines];
    save(new Blob(text, { type: 'text/csv' }), `files-${formatShopDay(new Date())}.csv`);
  };
  return (
    <Button icon={<Download />} onClick={write} disabled={listFiles === undefined}>
      {t('common.downloadCsv')}
    </Button>
  );
}
