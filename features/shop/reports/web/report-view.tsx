import type { ReactNode } from 'react';
import type { Chart } from '../../../../web/charts/chart.ts';
import { formatDate } from '../../../../web/languages/dates.ts';
import { formatAmount, formatNumber } from '../../../../web/languages/numbers.ts';
import { formatShare } from '../../../../web/languages/share.ts';
import { beginOfDay } from '../../../../web/languages/time-zone.ts';
import { t } from '../../../../web/languages/text.ts';
import type { SolutionRevenue } from '../reports.calls.ts';

/** One report in the form in which the screen shows it. */
export interface ReportView {
  chart: Chart;
  table: ReactNode;
}

/** Formats a month such as 2026-11 the way readers write it. */
export function monthText(month: string): string {
  return formatDate('month', beginOfDay(`${month}-01`));
}

/** Formats a number for a chart: "1.2K". */
export const shortNumber = (value: number): string =>
  formatNumber(value, { notation: 'compact', maximumFractionDigits: value < 1000 ? 0 : 1 });

export const percentText = (share: number | null): string => (share === null ? '–' : formatShare(share));

export const shortPercent = (share: number): string =>
  formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });

const MINUTES_OF_HOUR = 60;

/** Formats open minutes; from two hours on, in hours. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return '–';
  const isShort = minutes < 2 * MINUTES_OF_HOUR;
  return formatNumber(isShort ? minutes : minutes / MINUTES_OF_HOUR, {
    style: 'unit',
    unit: isShort ? 'minute' : 'hour',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
}

export const creditsText = (credits: number): string => formatAmount(credits);

export function solutionText({ kind, name, solution_id }: SolutionRevenue): string {
  if (kind === 'DTC_OFF') return t('dtc-off.dtcOffAuto');
  if (kind === 'OTHER') return t('shop.reports.withoutSolution');
  return name ?? t('shop.reports.deletedSolution', { id: solution_id });
}
