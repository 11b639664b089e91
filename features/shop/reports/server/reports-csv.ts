import { Readable } from 'node:stream';
import type { Actor, Deps, Download } from '../../../../server/http/call.ts';
import { readAccountTexts, type Texts } from '../../../../server/texts.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { CSV_START, createCsvLine, type CsvCell } from '../../../../contract/csv.ts';
import { textKey, type Label } from '../../../../contract/texts.ts';
import {
  type downloadReport as DownloadReport,
  type Reports,
  type SolutionRevenue,
  CSV_ROWS,
  type ReportName,
} from '../reports.calls.ts';
import { getReports } from './reports.ts';

type Columns<Row> = readonly (readonly [header: Label, cell: (row: Row, texts: Texts) => CsvCell])[];

/** Formats the rows of one report, with its columns, as lines. */
type WriteLines = (reports: Reports, texts: Texts) => string;

const lines =
  <Row>(rowsOf: (reports: Reports) => readonly Row[], columns: Columns<Row>): WriteLines =>
  (reports, texts) => {
    const line = createCsvLine(texts.language);
    return [
      line(columns.map(([header]) => texts.t(header))),
      ...rowsOf(reports).map((row) => line(columns.map(([, cell]) => cell(row, texts)))),
    ].join('');
  };

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10);

const MONTH = textKey('shop.reports.month');
const PAID_FILES = textKey('shop.reports.paidFiles');
const REFUNDS = textKey('shop.reports.refunds');
const REVENUE = textKey('shop.reports.revenue');
const PRICED_FILES = textKey('shop.reports.pricedFiles');

const formatSolutionName = ({ kind, name, solution_id }: SolutionRevenue, { t }: Texts): string => {
  if (kind === 'DTC_OFF') return t(textKey('dtc-off.dtcOffAuto'));
  if (kind === 'OTHER') return t(textKey('shop.reports.withoutSolution'));
  return name ?? t(textKey('shop.reports.deletedSolution'), { id: solution_id });
};

const WRITERS: Record<ReportName, WriteLines> = {
  revenue: lines(
    ({ months }) => months,
    [
      [MONTH, ({ month }) => month],
      [PAID_FILES, ({ paid_files }) => paid_files],
      [textKey('shop.reports.filesRevenue'), ({ files_revenue }) => files_revenue],
      [textKey('shop.reports.dtcOff'), ({ dtc_off_revenue }) => dtc_off_revenue],
      [textKey('shop.reports.refunded'), ({ refunded }) => refunded],
      [REVENUE, ({ revenue }) => revenue],
      [textKey('shop.reports.bought'), ({ bought }) => bought],
      [textKey('shop.reports.reversed'), ({ reversed }) => reversed],
    ],
  ),
  solutions: lines(
    ({ solutions }) => solutions,
    [
      [textKey('common.solution'), formatSolutionName],
      [PAID_FILES, ({ paid_files }) => paid_files],
      [REFUNDS, ({ refunds }) => refunds],
      [REVENUE, ({ revenue }) => revenue],
    ],
  ),
  customers: lines(
    ({ customers }) => customers,
    [
      [textKey('shop.reports.customer'), ({ username }) => username],
      [PAID_FILES, ({ paid_files }) => paid_files],
      [REFUNDS, ({ refunds }) => refunds],
      [REVENUE, ({ revenue }) => revenue],
    ],
  ),
  countries: lines(
    ({ countries }) => countries,
    [
      [textKey('accounts.country'), ({ country }, { t }) => country || t(textKey('shop.reports.noCountry'))],
      [PAID_FILES, ({ paid_files }) => paid_files],
      [REFUNDS, ({ refunds }) => refunds],
      [REVENUE, ({ revenue }) => revenue],
    ],
  ),
  turnaround: lines(
    ({ priced }) => priced,
    [
      [MONTH, ({ month }) => month],
      [PRICED_FILES, ({ priced_files }) => priced_files],
      [textKey('shop.reports.medianMinutes'), ({ median_minutes }) => median_minutes],
      [textKey('shop.reports.within80Minutes'), ({ most_minutes }) => most_minutes],
    ],
  ),
  'on-time': lines(
    ({ priced }) => priced,
    [
      [MONTH, ({ month }) => month],
      [textKey('shop.reports.withTarget'), ({ with_target }) => with_target],
      [textKey('shop.reports.onTimeFiles'), ({ on_time }) => on_time],
      [textKey('shop.reports.onTimePercent'), ({ on_time_share }) => percent(on_time_share)],
    ],
  ),
  refunds: lines(
    ({ months }) => months,
    [
      [MONTH, ({ month }) => month],
      [REFUNDS, ({ refunds }) => refunds],
      [textKey('shop.reports.refunded'), ({ refunded }) => refunded],
      [textKey('shop.reports.refundedPercent'), ({ refunded_share }) => percent(refunded_share)],
    ],
  ),
  conversion: lines(
    ({ priced }) => priced,
    [
      [MONTH, ({ month }) => month],
      [PRICED_FILES, ({ priced_files }) => priced_files],
      [textKey('shop.reports.paidOfThese'), ({ paid }) => paid],
      [textKey('shop.reports.paidPercent'), ({ paid_share }) => percent(paid_share)],
    ],
  ),
  'dtc-off': lines(
    ({ dtc_off }) => dtc_off,
    [
      [MONTH, ({ month }) => month],
      [textKey('shop.reports.uploads'), ({ uploads }) => uploads],
      [textKey('shop.reports.paidUses'), ({ paid }) => paid],
      [textKey('shop.reports.freeUses'), ({ free }) => free],
      [textKey('shop.reports.generated'), ({ generated }) => generated],
      [REVENUE, ({ revenue }) => revenue],
    ],
  ),
};

export async function downloadReport(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { report, ...period }: InputOf<typeof DownloadReport>,
): Promise<Download> {
  const reports = await getReports(deps, period, { customers: CSV_ROWS, rows: CSV_ROWS });
  const texts = await readAccountTexts(deps.db, actor.id);
  return {
    stream: Readable.from([CSV_START + WRITERS[report](reports, texts)]),
    sizeBytes: null,
    fileName: `${report}-${reports.from}-to-${reports.to}.csv`,
  };
}
