import { formatShopDay } from '../../../../web/languages/time-zone.ts';
import { t } from '../../../../web/languages/text.ts';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { type Reports, MAX_MONTHS } from '../reports.calls.ts';
import { monthText } from './report-view.tsx';
import type { Period } from './reports.api.ts';

type PeriodOfMonthsProps = { reports: Reports; onNarrow: (change: Partial<Period>) => void };

/** Choice of the first and last month among those with data; neither can be chosen beyond the other. */
export function PeriodOfMonths({ reports, onNarrow }: PeriodOfMonthsProps) {
  const { from, to, first_month } = reports;
  const months = listMonthsBetween(first_month < from ? first_month : from, latest(to));
  const choice = (isAllowed: (month: string) => boolean) =>
    months.filter(isAllowed).map((month) => ({ value: month, label: monthText(month) }));
  return (
    <div className="mb-4 grid max-w-md grid-cols-2 gap-3">
      <Field label={t('common.from')}>
        <Select
          value={from}
          options={choice((month) => month <= to && month > subtractMonths(to, MAX_MONTHS))}
          onChange={({ target }) => onNarrow({ from: target.value, to })}
        />
      </Field>
      <Field label={t('common.until')}>
        <Select
          value={to}
          options={choice((month) => month >= from && month < subtractMonths(from, -MAX_MONTHS))}
          onChange={({ target }) => onNarrow({ from, to: target.value })}
        />
      </Field>
    </div>
  );
}

/** The current month of the shop, or the end of the period if that is later. */
function latest(to: string): string {
  const month = formatShopDay(new Date()).slice(0, 7);
  return month > to ? month : to;
}

function subtractMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const index = year * 12 + number - 1 - count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The period in the address may be at any distance. */
const MAX_CHOICES = 600;

/** Lists the newest month first, as readers look for it. */
function listMonthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first && months.length < MAX_CHOICES; month = subtractMonths(month, 1)) {
    months.push(month);
  }
  return months;
}
