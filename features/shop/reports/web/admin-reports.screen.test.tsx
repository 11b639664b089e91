import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { downloadReport, getReports, type Reports, REPORTS } from '../reports.calls.ts';
import AdminReportsScreen from './admin-reports.screen.tsx';

const MONTHS = ['2026-10', '2026-11'] as const;

const REPLY: Reports = {
  from: MONTHS[0],
  to: MONTHS[1],
  time_zone: 'Europe/Skopje',
  first_month: '2026-09',
  target_minutes: 600,
  months: MONTHS.map((month, at) => ({
    month,
    paid_files: 4 + at,
    files_revenue: 400,
    dtc_off_revenue: 20,
    refunds: at,
    refunded: 100 * at,
    refunded_share: 0.25 * at,
    revenue: 420 - 100 * at,
    bought: 500,
    reversed: 0,
  })),
  solutions: [
    { kind: 'SOLUTION', solution_id: 3, name: 'Stage 1', paid_files: 9, refunds: 1, revenue: 650 },
    { kind: 'SOLUTION', solution_id: 4, name: null, paid_files: 1, refunds: 0, revenue: 50 },
    { kind: 'DTC_OFF', solution_id: null, name: null, paid_files: 4, refunds: null, revenue: 40 },
  ],
  customers: [
    { user_id: 7, username: 'marco', open_user_id: 7, paid_files: 8, refunds: 1, revenue: 700 },
    { user_id: 8, username: 'erased-8', open_user_id: null, paid_files: 1, refunds: 0, revenue: 40 },
  ],
  all_customers: 60,
  countries: [{ country: '', paid_files: 9, refunds: 1, revenue: 740 }],
  priced: MONTHS.map((month, at) => ({
    month,
    priced_files: 10 * at,
    median_minutes: at === 0 ? null : 45,
    most_minutes: at === 0 ? null : 600,
    with_target: 10 * at,
    on_time: 8 * at,
    on_time_share: at === 0 ? null : 0.8,
    paid: 7 * at,
    paid_share: at === 0 ? null : 0.7,
  })),
  dtc_off: MONTHS.map((month) => ({ month, uploads: 5, paid: 2, free: 1, generated: 6, revenue: 20 })),
};

beforeEach(() => {
  // jsdom has no canvas, so the chart is not drawn; its name contains what it would show.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

function open(report = '', reply: Parameters<typeof fake<typeof getReports>>[1] = REPLY) {
  const api = installFakeApi(fake(getReports, reply), fake(downloadReport, null as never));
  return {
    api,
    ...renderScreen(<AdminReportsScreen />, {
      at: `/admin/reports${report && `?report=${report}`}`,
      user: ADMINISTRATOR,
    }),
  };
}

const findRow = async (text: string) => {
  const cell = (await screen.findAllByText(text)).find((one) => one.closest('[role="row"], tr'));
  return cell?.closest('[role="row"], tr') as HTMLElement;
};

test('revenue has a chart with its highest and lowest month in its name, and a table with every number', async () => {
  open();
  const chart = await screen.findByRole('img', {
    name: /Revenue by month\. Revenue: highest 420 in Oct 2026, lowest 320 in Nov 2026/,
  });
  expect(chart).toBeInTheDocument();
  const row = await findRow('Nov 2026');
  for (const cell of ['5', '400.00', '20.00', '100.00', '320.00', '500.00']) expect(row).toHaveTextContent(cell);
  expect(screen.getByText(/Europe\/Skopje/)).toBeInTheDocument();
});

test('the legend shows a distinct pattern for each series of a chart', async () => {
  open('conversion');
  const legend = (await screen.findByRole('figure')).querySelector('figcaption') as HTMLElement;
  expect(legend).toHaveTextContent('Priced files');
  expect(legend).toHaveTextContent('Paid of these');
  const marks = [...legend.querySelectorAll('svg')].map(({ innerHTML }) => innerHTML);
  expect(new Set(marks).size).toBe(2);
  expect(await findRow('Nov 2026')).toHaveTextContent('70%');
});

test('a month without files has no turnaround: its table shows a dash', async () => {
  open('turnaround');
  expect(await findRow('Oct 2026')).toHaveTextContent('–');
  const row = await findRow('Nov 2026');
  expect(row).toHaveTextContent('45 min');
  expect(row).toHaveTextContent('10 hr');
});

test('the target times that decide what is on time are shown', async () => {
  open('on-time');
  expect(await screen.findByText(/They are now: 10 hr\./)).toBeInTheDocument();
});

test('what DTC OFF AUTO took has another name than the solution DTC OFF of files', async () => {
  open('solutions');
  expect(await findRow('DTC OFF AUTO')).toHaveTextContent('40.00');
});

test('customers link to their pages unless erased, and the list shows its limit', async () => {
  open('customers');
  expect(await screen.findByRole('link', { name: 'marco' })).toHaveAttribute('href', '/admin/edit-user/7');
  expect(screen.getByText('erased-8')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'erased-8' })).toBeNull();
  expect(screen.getByText('The 2 largest of 60 customers. The CSV file has more.')).toBeInTheDocument();
});

test('deleted solutions and unknown countries have placeholder names', async () => {
  open('solutions');
  expect(await screen.findByText('Deleted solution 4')).toBeInTheDocument();
  open('countries');
  expect((await screen.findAllByText('Not given')).length).toBeGreaterThan(0);
});

test('each report has its tab, and the address holds the tab and the period’s first and last month', async () => {
  const { api, visitor } = open();
  const tabs = within(await screen.findByRole('tablist'));
  expect(tabs.getAllByRole('tab')).toHaveLength(REPORTS.length);
  await visitor.click(tabs.getByRole('tab', { name: 'DTC OFF' }));
  expect(await screen.findByRole('heading', { name: 'Use of DTC OFF' })).toBeInTheDocument();
  await visitor.selectOptions(screen.getByLabelText('From'), '2026-09');
  await waitFor(() => expect(api.callsOf(getReports).at(-1)?.input).toEqual({ from: '2026-09', to: '2026-11' }));
  expect(await screen.findByRole('heading', { name: 'Use of DTC OFF' })).toBeInTheDocument();
});

test('a refused period is explained', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  open('', no(400, 'Choose at most 60 months.'));
  expect(await screen.findByText('Choose at most 60 months.')).toBeInTheDocument();
  expect(logged).not.toHaveBeenCalled();
});
