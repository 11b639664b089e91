import type { Chart, Series } from '../../../../web/charts/chart.ts';
import { t } from '../../../../web/languages/text.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import type { DtcOffMonth, PricedMonth, Reports, RevenueMonth, ReportName } from '../reports.calls.ts';
import {
  creditsText,
  durationText,
  monthText,
  percentText,
  shortNumber,
  shortPercent,
  type ReportView,
} from './report-view.tsx';

/** Axis steps in minutes, from minutes over hours to days. */
const DURATION_STEPS = [5, 15, 30, 60, 120, 240, 480, 960, 1440, 2880, 5760, 11_520, 23_040];

type ByMonth = Exclude<ReportName, 'solutions' | 'customers' | 'countries'>;

/** The reports that have one row per month. */
export const MONTH_REPORTS: Record<ByMonth, (reports: Reports) => ReportView> = {
  revenue: ({ months }) => ({
    chart: bars(months, [t('shop.reports.revenue'), ({ revenue }) => revenue]),
    table: <MonthTable caption={t('shop.reports.revenueByMonth')} rows={months} columns={revenueColumns()} />,
  }),
  turnaround: ({ priced }) => ({
    chart: {
      kind: 'lines',
      ...valuesByMonth(
        priced,
        [t('shop.reports.median'), ({ median_minutes }) => median_minutes],
        [t('shop.reports.within80'), ({ most_minutes }) => most_minutes],
      ),
      format: durationText,
      steps: DURATION_STEPS,
    },
    table: <MonthTable caption={t('shop.reports.turnaround')} rows={priced} columns={turnaroundColumns()} />,
  }),
  'on-time': ({ priced }) => ({
    chart: {
      kind: 'lines',
      ...valuesByMonth(priced, [t('shop.reports.onTimePercent'), ({ on_time_share }) => on_time_share]),
      format: shortPercent,
      most: 1,
    },
    table: <MonthTable caption={t('shop.reports.onTime')} rows={priced} columns={onTimeColumns()} />,
  }),
  refunds: ({ months }) => ({
    chart: bars(months, [t('shop.reports.refunded'), ({ refunded }) => refunded]),
    table: <MonthTable caption={t('shop.reports.refunds')} rows={months} columns={refundColumns()} />,
  }),
  conversion: ({ priced }) => ({
    chart: bars(
      priced,
      [t('shop.reports.pricedFiles'), ({ priced_files }) => priced_files],
      [t('shop.reports.paidOfThese'), ({ paid }) => paid],
    ),
    table: <MonthTable caption={t('shop.reports.conversion')} rows={priced} columns={conversionColumns()} />,
  }),
  'dtc-off': ({ dtc_off }) => ({
    chart: bars(
      dtc_off,
      [t('shop.reports.uploads'), ({ uploads }) => uploads],
      [t('shop.reports.paidUses'), ({ paid }) => paid],
    ),
    table: <MonthTable caption={t('shop.reports.dtcOff')} rows={dtc_off} columns={dtcOffColumns()} />,
  }),
};

type OfMonth = { month: string };

type Values<Row> = [label: string, valueOf: (row: Row) => number | null];

/** The labels and values of a chart, one of each per month. */
const valuesByMonth = <Row extends OfMonth>(rows: readonly Row[], ...values: Values<Row>[]) => ({
  labels: rows.map(({ month }) => monthText(month)),
  series: values.map(([label, valueOf]): Series => ({ label, values: rows.map(valueOf) })),
});

const bars = <Row extends OfMonth>(rows: readonly Row[], ...values: Values<Row>[]): Chart => ({
  kind: 'bars',
  ...valuesByMonth(rows, ...values),
  format: shortNumber,
});

type MonthTableProps<Row> = { caption: string; rows: readonly Row[]; columns: Column<Row>[] };

function MonthTable<Row extends OfMonth>({ caption, rows, columns }: MonthTableProps<Row>) {
  const month: Column<Row> = {
    key: 'month',
    header: t('shop.reports.month'),
    cell: (row) => monthText(row.month),
    sortValue: (row) => row.month,
    priority: 1,
    phone: 'title',
  };
  return (
    <Table
      caption={caption}
      rows={rows}
      columns={[month, ...columns]}
      rowKey={(row) => row.month}
      dense
      empty={{ text: t('shop.reports.empty') }}
    />
  );
}

type Place = Pick<Column<unknown>, 'phone' | 'priority'>;

function numbers<Row>(
  key: keyof Row & string,
  header: string,
  text: (value: never) => string,
  place: Place = {},
): Column<Row> {
  return {
    key,
    header,
    align: 'right',
    cell: (row) => text(row[key] as never),
    // In the two lines that a phone shows, a number alone would mean nothing.
    ...(place.phone !== 'end' && { phoneCell: (row: Row) => `${header}: ${text(row[key] as never)}` }),
    sortValue: (row) => row[key] as number | null,
    priority: 2,
    ...place,
  };
}

const plain = (value: number) => String(value);

const revenueColumns = () => [
  numbers<RevenueMonth>('paid_files', t('shop.reports.paidFiles'), plain, { phone: 'line' }),
  numbers<RevenueMonth>('files_revenue', t('shop.reports.filesRevenue'), creditsText, { priority: 3 }),
  numbers<RevenueMonth>('dtc_off_revenue', t('shop.reports.dtcOff'), creditsText, { priority: 3 }),
  numbers<RevenueMonth>('refunded', t('shop.reports.refunded'), creditsText),
  numbers<RevenueMonth>('revenue', t('shop.reports.revenue'), creditsText, { priority: 1, phone: 'end' }),
  numbers<RevenueMonth>('bought', t('shop.reports.bought'), creditsText, { priority: 3, phone: 'end line' }),
  numbers<RevenueMonth>('reversed', t('shop.reports.reversed'), creditsText, { priority: 3 }),
];

const turnaroundColumns = () => [
  numbers<PricedMonth>('priced_files', t('shop.reports.pricedFiles'), plain, { phone: 'line' }),
  numbers<PricedMonth>('median_minutes', t('shop.reports.median'), durationText, { phone: 'end' }),
  numbers<PricedMonth>('most_minutes', t('shop.reports.within80'), durationText, { phone: 'end line' }),
];

const onTimeColumns = () => [
  numbers<PricedMonth>('with_target', t('shop.reports.withTarget'), plain, { phone: 'line' }),
  numbers<PricedMonth>('on_time', t('shop.reports.onTimeFiles'), plain, { phone: 'end line' }),
  numbers<PricedMonth>('on_time_share', t('shop.reports.onTimePercent'), percentText, { phone: 'end' }),
];

const refundColumns = () => [
  numbers<RevenueMonth>('refunds', t('shop.reports.refunds'), plain, { phone: 'line' }),
  numbers<RevenueMonth>('refunded', t('shop.reports.refunded'), creditsText, { phone: 'end' }),
  numbers<RevenueMonth>('refunded_share', t('shop.reports.refundedPercent'), percentText, { phone: 'end line' }),
];

const conversionColumns = () => [
  numbers<PricedMonth>('priced_files', t('shop.reports.pricedFiles'), plain, { phone: 'line' }),
  numbers<PricedMonth>('paid', t('shop.reports.paidOfThese'), plain, { phone: 'end line' }),
  numbers<PricedMonth>('paid_share', t('shop.reports.paidPercent'), percentText, { phone: 'end' }),
];

const dtcOffColumns = () => [
  numbers<DtcOffMonth>('uploads', t('shop.reports.uploads'), plain, { phone: 'line' }),
  numbers<DtcOffMonth>('paid', t('shop.reports.paidUses'), plain, { phone: 'end line' }),
  numbers<DtcOffMonth>('free', t('shop.reports.freeUses'), plain, { priority: 3 }),
  numbers<DtcOffMonth>('generated', t('shop.reports.generated'), plain, { priority: 3 }),
  numbers<DtcOffMonth>('revenue', t('shop.reports.revenue'), creditsText, { phone: 'end' }),
];
