import { clsx } from 'clsx';
import { t } from '../../../web/text.ts';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { Table } from '../../../web/ui/table.tsx';
import type { DtcRow } from '../dtc-off.contract.ts';
import { hexText } from '../dtc-table.rules.ts';
import { DtcMeaning, DtcStatus, dtcColumns } from './dtc-columns.tsx';

type DtcRowsProps = { rows: readonly DtcRow[]; selected: ReadonlySet<string>; onToggle: (row: DtcRow) => void };

/** One page of codes: a table, or on phones two lines for each, so that fifty of them are not a day's journey. */
export function DtcRows(props: DtcRowsProps) {
  const { rows, selected, onToggle } = props;
  if (useMediaQuery('(width < 640px)')) return <DtcLines {...props} />;
  return (
    <Table
      caption={t('Diagnostic Trouble Codes (DTCs)')}
      rows={rows}
      rowKey={({ dtc }) => dtc}
      columns={dtcColumns(selected, onToggle)}
      rail={({ dtc, status }) => (selected.has(dtc) ? 'green' : status === 'OFF' ? 'grey' : null)}
      empty={{ text: '' }}
    />
  );
}

function DtcLines({ rows, selected, onToggle }: DtcRowsProps) {
  return (
    <ul aria-label={t('Diagnostic Trouble Codes (DTCs)')}>
      {rows.map((row) => (
        <li
          key={row.dtc}
          className={clsx(
            'grid gap-1 border-t border-l-4 px-4 py-2 text-body',
            selected.has(row.dtc) ? 'border-l-green-solid' : 'border-l-transparent',
          )}
        >
          <div className="flex items-center gap-3">
            <span className="font-mono font-strong">{row.dtc}</span>
            <span className="font-mono text-small text-text3">{hexText(row.dtc_int)}</span>
            <span className="ml-auto min-w-0">
              <DtcStatus row={row} selected={selected} onToggle={onToggle} />
            </span>
          </div>
          <DtcMeaning row={row} />
        </li>
      ))}
    </ul>
  );
}
