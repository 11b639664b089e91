import { Suspense, lazy } from 'react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Chart } from '../../../../web/charts/chart.ts';
import { messageFor } from '../../../../web/client/api-error.ts';
import { CsvDownload } from '../../../../web/lists/csv-download.tsx';
import { type ReadParameter, useFilterInAddress } from '../../../../web/lists/filter-in-address.ts';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { MAX_MONTHS, REPORTS, type ReportName, type Reports, subtractMonths } from '../reports.calls.ts';
import { MONTH_REPORTS } from './month-reports.tsx';
import { RANKING_REPORTS } from './ranking-reports.tsx';
import { durationText, monthText } from './report-view.tsx';
import { formatShopDay } from '../../../../web/languages/time-zone.ts';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { call } from '../../../../web/client/call.ts';
import { download } from '../../../../web/client/download.ts';
import * as contract from '../reports.calls.ts';

/** The chart library is loaded with the first chart. */
const DrawnChart = lazy(() => import('../../../../web/charts/admin-chart.tsx'));

const VIEWS = { ...MONTH_REPORTS, ...RANKING_REPORTS };

interface Words {
  tab: Label;
  title: Label;
  /** Explains what exactly is counted. */
  meaning: Label;
}

const WORDS: Record<ReportName, Words> = {
  revenue: {
    tab: textKey('shop.reports.revenue'),
    title: textKey('shop.reports.revenueByMonth'),
    meaning: textKey('shop.reports.revenueMeaning'),
  },
  solutions: {
    tab: textKey('shop.reports.solutions'),
    title: textKey('shop.reports.revenueBySolution'),
    meaning: textKey('shop.reports.solutionsMeaning'),
  },
  customers: {
    tab: textKey('shop.reports.customers'),
    title: textKey('shop.reports.revenueByCustomer'),
    meaning: textKey('shop.reports.customersMeaning'),
  },
  countries: {
    tab: textKey('shop.reports.countries'),
    title: textKey('shop.reports.revenueByCountry'),
    meaning: textKey('shop.reports.countriesMeaning'),
  },
  turnaround: {
    tab: textKey('shop.reports.turnaround'),
    title: textKey('shop.reports.turnaround'),
    meaning: textKey('shop.reports.turnaroundMeaning'),
  },
  'on-time': {
    tab: textKey('shop.reports.onTime'),
    title: textKey('shop.reports.onTime'),
    meaning: textKey('shop.reports.onTimeMeaning'),
  },
  refunds: {
    tab: textKey('shop.reports.refunds'),
    title: textKey('shop.reports.refunds'),
    meaning: textKey('shop.reports.refundsMeaning'),
  },
  conversion: {
    tab: textKey('shop.reports.conversion'),
    title: textKey('shop.reports.conversion'),
    meaning: textKey('shop.reports.conversionMeaning'),
  },
  'dtc-off': {
    tab: textKey('shop.reports.dtcOff'),
    title: textKey('shop.reports.dtcOffUse'),
    meaning: textKey('shop.reports.dtcOffMeaning'),
  },
};

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

const monthIn = (text: string) => (MONTH.test(text) ? text : '');

const read = (text: ReadParameter) => ({
  report: (REPORTS.find((one) => one === text('report')) ?? REPORTS[0]) as string,
  from: monthIn(text('from')),
  to: monthIn(text('to')),
});

/** Revenue, turnaround and what became of the prices, each as a chart and a table. */
export default function AdminReportsScreen() {
  const { shown, narrow } = useFilterInAddress(read);
  const { from, to } = shown;
  const { data, error, isPending, refetch } = useReports({ from, to });
  return (
    <>
      <PageHeader
        title={t('shop.reports.title')}
        subline={data ? t('shop.reports.introduction', { zone: data.time_zone }) : undefined}
      />
      {data && <PeriodOfMonths reports={data} onNarrow={narrow} />}
      {error && <Refused error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonLines lines={8} />}
      {data && (
        <Tabs
          label={t('shop.reports.title')}
          value={shown.report}
          onChange={(report) => narrow({ report })}
          tabs={REPORTS.map((name) => ({
            value: name,
            label: t(WORDS[name].tab),
            content: <Report name={name} reports={data} period={{ from, to }} />,
          }))}
        />
      )}
    </>
  );
}

/** A refused period offers no retry: it would be refused again. */
function Refused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefused = 'status' in error && error.status === 400;
  if (!isRefused) return <LoadError onRetry={onRetry} />;
  return <Alert kind="warning">{messageFor(error, t('common.couldNotLoad'))}</Alert>;
}

type ReportProps = { name: ReportName; reports: Reports; period: Period };

function Report({ name, reports, period }: ReportProps) {
  const { chart, table } = VIEWS[name](reports);
  const { title, meaning } = WORDS[name];
  const downloadReport = useDownloadReport();
  const target = reports.target_minutes === null ? t('shop.reports.noTarget') : durationText(reports.target_minutes);
  return (
    <Card flush title={t(title)} actions={<CsvDownload download={downloadReport} input={{ report: name, period }} />}>
      <div className="grid gap-4 px-4 py-3.5">
        <p className="max-w-prose text-small text-text2">{t(meaning, { target })}</p>
        <Drawn chart={chart} title={t(title)} />
      </div>
      <div className="border-t">{table}</div>
    </Card>
  );
}

/** An empty chart is not drawn; the table explains that there is nothing. */
function Drawn({ chart, title }: { chart: Chart; title: string }) {
  const hasValues = chart.series.some(({ values }) => values.some((value) => value !== null && value !== 0));
  if (!hasValues) return null;
  return (
    <Suspense fallback={<div className="min-h-72" />}>
      <DrawnChart chart={chart} title={title} />
    </Suspense>
  );
}

type PeriodOfMonthsProps = { reports: Reports; onNarrow: (change: Partial<Period>) => void };

/** Choice of the first and last month among those with data; neither can be chosen beyond the other. */
function PeriodOfMonths({ reports, onNarrow }: PeriodOfMonthsProps) {
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

/** Empty: the default period. */
type Period = { from: string; to: string };

const given = ({ from, to }: Period) => ({ ...(from && { from }), ...(to && { to }) });

const useReports = (period: Period) =>
  useQuery({
    queryKey: ['reports', period.from, period.to],
    queryFn: ({ signal }) => call(contract.getReports, given(period), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A refused period would be refused again.
    retry: false,
  });

const useDownloadReport = () =>
  useMutation({
    mutationFn: ({ report, period }: { report: ReportName; period: Period }) =>
      download(contract.downloadReport, { report, ...given(period) }),
  });
