import { save } from '../../../web/client/download.ts';
import { getCurrentLanguage, type Label, t, textKey } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CSV_START, createCsvLine, type CsvCell } from '../../../contract/csv.ts';
import { DESCRIPTION_SOURCES, EMISSION_REASONS } from '../dtc-words.rules.ts';
import type { DtcRow } from '../dtc-session.ts';
import { hexText, statusNow, type Together } from '../dtc-table.rules.ts';

interface DtcCsvProps {
  rows: readonly DtcRow[];
  selected: ReadonlySet<string>;
  together: ReadonlyMap<string, Together>;
}

const nameOf = (found: { name: Label } | undefined) => (found === undefined ? null : t(found.name));

const columns: readonly [Label, (row: DtcRow, shown: DtcCsvProps) => CsvCell][] = [
  [textKey('dtc-off.dtc'), ({ dtc }) => dtc],
  [textKey('dtc-off.dtcHex'), ({ dtc_int }) => hexText(dtc_int)],
  [textKey('dtc-off.makerNumber'), ({ maker_number }) => maker_number],
  [textKey('common.description'), ({ info }) => info],
  [
    textKey('dtc-off.describedBy'),
    ({ info_source }) => nameOf(DESCRIPTION_SOURCES.find(({ source }) => source === info_source)),
  ],
  [textKey('common.status'), (row, { selected, together }) => statusNow(row, selected, together)],
  [
    textKey('dtc-off.emissionRules'),
    ({ emission_reason }) => nameOf(EMISSION_REASONS.find(({ reason }) => reason === emission_reason)),
  ],
];

/** Exports the whole table for a spreadsheet, with the meaning of each code and its source. */
export function DtcCsv(shown: DtcCsvProps) {
  const write = () => {
    const line = createCsvLine(getCurrentLanguage());
    const lines = shown.rows.map((row) => line(columns.map(([, cell]) => cell(row, shown))));
    const text = [CSV_START, line(columns.map(([header]) => t(header))), ...lines];
    save(new Blob(text, { type: 'text/csv' }), 'dtcs.csv');
  };
  return (
    <Button variant="quiet" onClick={write}>
      {t('common.downloadCsv')}
    </Button>
  );
}
