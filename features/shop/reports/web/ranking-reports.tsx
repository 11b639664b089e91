import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import type { CountryRevenue, Reports, ReportName } from '../reports.calls.ts';
import type { Chart } from '../../../../web/charts/chart.ts';
import { creditsText, shortNumber, solutionText, type ReportView } from './report-view.tsx';

type Ranking = Extract<ReportName, 'solutions' | 'customers' | 'countries'>;

/** The chart shows at most this many rows, so it stays readable; the table lists all of them. */
const CHARTED = 10;

/** The reports of revenue by its origin, the largest first. */
export const RANKING_REPORTS: Record<Ranking, (reports: Reports) => ReportView> = {
  solutions: ({ solutions }) => ({
    chart: toRanking(solutions, solutionText),
    table: (
      <RankingTable
        caption={t('shop.reports.revenueBySolution')}
        rows={solutions}
        name={{
          key: 'solution',
          header: t('common.solution'),
          cell: (row) => <span className="wrap-anywhere">{solutionText(row)}</span>,
          sortValue: solutionText,
        }}
        rowKey={({ kind, solution_id }) => solution_id ?? kind}
      />
    ),
  }),
  customers: ({ customers, all_customers }) => ({
    chart: toRanking(customers, ({ username }) => username),
    table: (
      <>
        <RankingTable
          caption={t('shop.reports.revenueByCustomer')}
          rows={customers}
          name={{
            key: 'customer',
            header: t('shop.reports.customer'),
            cell: ({ username, open_user_id }) => (
              <RecordInRow to={pathOfUser(open_user_id)}>
                <span className="wrap-anywhere">{username}</span>
              </RecordInRow>
            ),
            sortValue: ({ username }) => username,
          }}
          rowKey={({ user_id }) => user_id}
        />
        {all_customers > customers.length && (
          <p className="px-4 py-3 text-small text-text2">
            {t('shop.reports.largestCustomers', { shown: customers.length, all: all_customers })}
          </p>
        )}
      </>
    ),
  }),
  countries: ({ countries }) => ({
    chart: toRanking(countries, countryText),
    table: (
      <RankingTable
        caption={t('shop.reports.revenueByCountry')}
        rows={countries}
        name={{
          key: 'country',
          header: t('accounts.country'),
          cell: countryText,
          sortValue: countryText,
        }}
        rowKey={({ country }) => country}
      />
    ),
  }),
};

const countryText = ({ country }: CountryRevenue): string => country || t('shop.reports.noCountry');

interface Ranked {
  revenue: number;
  paid_files: number | null;
  refunds: number | null;
}

function toRanking<Row extends Ranked>(rows: readonly Row[], nameOf: (row: Row) => string): Chart {
  const largest = rows.slice(0, CHARTED);
  return {
    kind: 'ranking',
    labels: largest.map(nameOf),
    series: [{ label: t('shop.reports.revenue'), values: largest.map(({ revenue }) => revenue) }],
    format: shortNumber,
  };
}

type RankingTableProps<Row> = {
  caption: string;
  rows: readonly Row[];
  /** The column that names the origin of the revenue. */
  name: Column<Row>;
  rowKey: (row: Row) => string | number;
};

const RankingTable = <Row extends Ranked>({ name, ...rest }: RankingTableProps<Row>) => (
  <Table {...rest} columns={listColumns(name)} dense empty={{ text: t('shop.reports.empty') }} />
);

const listColumns = <Row extends Ranked>(name: Column<Row>): Column<Row>[] => [
  { ...name, priority: 1, phone: 'title' },
  {
    key: 'paid_files',
    header: t('shop.reports.paidFiles'),
    align: 'right',
    cell: ({ paid_files }) => paid_files ?? '–',
    phoneCell: ({ paid_files }) => `${t('shop.reports.paidFiles')}: ${paid_files ?? '–'}`,
    sortValue: ({ paid_files }) => paid_files,
    priority: 2,
    phone: 'line',
  },
  {
    key: 'refunds',
    header: t('shop.reports.refunds'),
    align: 'right',
    cell: ({ refunds }) => refunds ?? '–',
    sortValue: ({ refunds }) => refunds,
    priority: 3,
  },
  {
    key: 'revenue',
    header: t('shop.reports.revenue'),
    align: 'right',
    cell: ({ revenue }) => creditsText(revenue),
    sortValue: ({ revenue }) => revenue,
    priority: 1,
    phone: 'end',
  },
];
