import { beginOfDay } from '../../../web/languages/time-zone.ts';
import { t } from '../../../web/languages/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { FoldedFilter } from '../../../web/ui/folded-filter.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { formatAbsoluteTime } from '../../../web/ui/time.tsx';
import { LEDGER_SOURCES, type LedgerSource, SOURCE_TEXTS } from '../credits.calls.ts';
import { dayOf, useFilterInAddress, type ReadParameter } from '../../../web/lists/filter-in-address.ts';
import { PeriodFields } from '../../../web/lists/period-fields.tsx';

type Filter = { source?: LedgerSource; from?: string; to?: string };

const readFilter = (text: ReadParameter) => ({
  source: (LEDGER_SOURCES.find((one) => one === text('source')) as string | undefined) ?? '',
  from: dayOf(text('from')),
  to: dayOf(text('to')),
});

/** The filter in the address, so that a link shows the same rows; anything that is not a source or a day is ignored. */
export function useLedgerFilter() {
  const { shown, isChanging, narrow, clear } = useFilterInAddress(readFilter);
  const filter = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== '')) as Filter;
  return { filter, isNarrowed: Object.keys(filter).length > 0, isChanging, narrow, clear };
}

/** Describes the active filter in words; empty when there is none. */
export const narrowedText = ({ source, from, to }: Filter): string =>
  [
    source && t(SOURCE_TEXTS[source]),
    from && `${t('common.from')} ${dayText(from)}`,
    to && `${t('common.until')} ${dayText(to)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Formats a day such as 2026-11-20. */
export const dayText = (day: string) => formatAbsoluteTime(beginOfDay(day), true);

type LedgerFilterProps = Pick<ReturnType<typeof useLedgerFilter>, 'filter'> & {
  onNarrow: ReturnType<typeof useLedgerFilter>['narrow'];
};

/** Filters by source and days; both days are inclusive. */
export function LedgerFilter({ filter, onNarrow }: LedgerFilterProps) {
  return (
    <FoldedFilter count={Object.keys(filter).length}>
      <div className="grid gap-3 p-4 min-[400px]:grid-cols-2 min-[400px]:max-sm:[&>:first-child]:col-span-2 sm:grid-cols-[repeat(3,minmax(0,12rem))]">
        <Field label={t('common.source')}>
          <Select
            options={LEDGER_SOURCES.map((source) => ({ value: source, label: t(SOURCE_TEXTS[source]) }))}
            placeholder={t('credits.anySource')}
            value={filter.source ?? ''}
            onChange={({ target }) => onNarrow({ source: target.value })}
          />
        </Field>
        <PeriodFields
          period={{ from: filter.from ?? '', until: filter.to ?? '' }}
          onNarrow={({ until, ...from }) => onNarrow({ ...from, ...(until !== undefined && { to: until }) })}
        />
      </div>
    </FoldedFilter>
  );
}
