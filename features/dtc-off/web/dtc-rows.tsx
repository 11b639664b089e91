import { clsx } from 'clsx';
import { t } from '../../../web/languages/text.ts';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { Table } from '../../../web/ui/table.tsx';
import type { DtcRow } from '../dtc-session.ts';
import { hexText } from '../dtc-table.rules.ts';
import { DtcMeaning, DtcStatus, dtcColumns, type DtcSelection } from './dtc-columns.tsx';

type DtcRowsProps = DtcSelection & { rows: readonly DtcRow[] };

/**
 * One page of codes: a table, or on phones two lines for each code, so that fifty of them do not take long to scroll.
 */
export function DtcRows(props: DtcRowsProps) {
  const { rows, selected, together } = props;
  if (useMediaQuery('(width < 640px)')) return <DtcLines {...props} />;
  return (
    <div className="[&_tr:has(>td.border-l-green-solid)]:bg-accent/8">
      <Table
        caption={t('dtc-off.codes.title')}
        rows={rows}
        rowKey={({ dtc }) => dtc}
        columns={dtcColumns(props)}
        rail={({ dtc, status }) =>
          selected.has(dtc) || together.get(dtc)?.isWholly ? 'green' : status === 'OFF' ? 'grey' : null
        }
        empty={{ text: '' }}
      />
    </div>
  );
}

function DtcLines({ rows, ...selection }: DtcRowsProps) {
  const { selected, together } = selection;
  return (
    <ul aria-label={t('dtc-off.codes.title')}>
      {rows.map((row) => (
        <li
          key={row.dtc}
          className={clsx(
            'grid gap-0.5 border-b border-l-4 py-1.5 pr-4 pl-3 text-body last:border-b-0',
            selected.has(row.dtc) || together.get(row.dtc)?.isWholly
              ? 'border-l-green-solid bg-accent/8'
              : 'border-l-transparent',
          )}
        >
          <div className="flex items-baseline gap-3">
            <span className="font-mono font-strong">{row.dtc}</span>
            <span className="font-mono text-small text-text3">{hexText(row.dtc_int)}</span>
            <span className="ml-auto min-w-0">
              <DtcStatus row={row} {...selection} />
            </span>
          </div>
          <DtcMeaning row={row} together={together} />
        </li>
      ))}
    </ul>
  );
}
