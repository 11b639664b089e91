import { Link2, Lock } from 'lucide-react';
import { clsx } from 'clsx';
import { sentenceText, t } from '../../../web/languages/text.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { DESCRIPTION_SOURCES, EMISSION_REASONS } from '../dtc-words.rules.ts';
import type { DtcRow } from '../dtc-session.ts';
import { decimalText, hexText, isSelectable, statusNow, type Together } from '../dtc-table.rules.ts';

export interface DtcSelection {
  selected: ReadonlySet<string>;
  /** Codes that go off together with the selected ones. */
  together: ReadonlyMap<string, Together>;
  onToggle: (row: DtcRow) => void;
}

export function dtcColumns(selection: DtcSelection): Column<DtcRow>[] {
  return [
    {
      key: 'dtc',
      header: t('dtc-off.dtc'),
      priority: 1,
      cell: ({ dtc, maker_number }) => (
        <span className="font-mono">
          {dtc}
          {maker_number !== null && <span className="ml-2 text-small text-text3">{maker_number}</span>}
        </span>
      ),
    },
    {
      key: 'hex',
      header: t('dtc-off.dtcHex'),
      cell: ({ dtc_int }) => (
        <span className="font-mono" title={decimalText(dtc_int) ?? undefined}>
          {hexText(dtc_int)}
        </span>
      ),
    },
    {
      key: 'action',
      header: t('dtc-off.action'),
      cell: (row) => <DtcMeaning row={row} together={selection.together} />,
    },
    {
      key: 'status',
      header: t('common.status'),
      cell: (row) => <DtcStatus row={row} {...selection} />,
    },
  ];
}

/** What the code means, whether it concerns emissions, and which codes go off together with it. */
export function DtcMeaning({ row, together }: { row: DtcRow; together: DtcSelection['together'] }) {
  const { dtc, info, shared_with, partly_off } = row;
  const partly = together.get(dtc);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span>{info || '-'}</span>
      <DescriptionSource row={row} />
      <EmissionReason row={row} />
      {partly_off && <span className="text-small text-text3">{t('dtc-off.partlyOff')}</span>}
      {partly?.isWholly === false && (
        <span className="text-small text-text3">{t('dtc-off.partlyOffWith', { codes: partly.by.join(', ') })}</span>
      )}
      {shared_with.length > 0 && (
        <span className="text-small text-text3">{t('dtc-off.togetherWith', { codes: shared_with.join(', ') })}</span>
      )}
    </span>
  );
}

/** Where the meaning comes from, in one word; the sentence is in the tooltip. */
function DescriptionSource({ row: { info_source } }: { row: DtcRow }) {
  const found = DESCRIPTION_SOURCES.find(({ source }) => source === info_source);
  if (found === undefined) return null;
  return (
    <span title={t(found.sentence)} className="text-small text-text3">
      {t(found.name)}
    </span>
  );
}

/**
 * The reason in one word, and as a sentence in the tooltip. A code of unknown meaning is not labelled as
 * emission-related.
 */
function EmissionReason({ row: { emission, emission_reason } }: { row: DtcRow }) {
  const reason = EMISSION_REASONS.find((one) => one.reason === emission_reason);
  if (reason === undefined) return null;
  return (
    <span title={t(reason.sentence)} className="inline-flex flex-wrap items-center gap-x-1.5">
      {emission && <Badge tone="yellow">{t('dtc-off.emissionBadge')}</Badge>}
      <span className="text-small text-text3">{t(reason.name)}</span>
    </span>
  );
}

type StatusProps = DtcSelection & { row: DtcRow };

export function DtcStatus({ row, selected, together, onToggle }: StatusProps) {
  const status = statusNow(row, selected, together);
  if (!isSelectable(row)) return <Locked row={row} />;
  const others = together.get(row.dtc);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 max-sm:justify-end">
      <button
        type="button"
        role="switch"
        aria-checked={status === 'ON'}
        aria-label={row.dtc}
        onClick={() => onToggle(row)}
        className="inline-flex min-h-8 min-w-control items-center gap-2 rounded-control font-strong coarse:min-h-control"
      >
        <span
          aria-hidden="true"
          className={clsx(
            'relative h-5.5 w-10 shrink-0 rounded-full border transition-colors duration-150',
            status === 'ON' ? 'forced-current border-green-solid bg-green-solid' : 'border-border-strong bg-surface2',
          )}
        >
          <span
            className={clsx(
              'forced-dot absolute top-0.5 size-4 rounded-full transition-[left] duration-150',
              status === 'ON' ? 'left-5 bg-surface' : 'left-0.75 bg-text3',
            )}
          />
        </span>
        {status}
      </button>
      {others?.isWholly === true && (
        <span className="inline-flex items-start gap-1.5 text-small text-text2">
          <Link2 size={16} className="shrink-0" />
          {t('dtc-off.switchedOffWith', { codes: others.by.join(', ') })}
        </span>
      )}
    </span>
  );
}

/** Shows the reason in words, because a lock alone does not show whether it can be opened. */
function Locked({ row: { status, locked } }: { row: DtcRow }) {
  return (
    <span className="inline-flex min-h-8 items-start gap-2 py-1 text-text2">
      <Lock size={16} className="mt-0.5 shrink-0" />
      <span className={clsx(status === 'OFF' && 'whitespace-nowrap')}>
        <span className="font-strong">{status}</span>{' '}
        {status === 'OFF' ? (
          <span className="text-small">{t('errors.dtc-off.row_off')}</span>
        ) : (
          <span className="text-small">{locked && sentenceText(locked)}</span>
        )}
      </span>
    </span>
  );
}
