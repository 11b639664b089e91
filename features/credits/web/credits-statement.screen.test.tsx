import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { downloadStatement, getStatement, type Statement } from '../statement.calls.ts';
import CreditsStatementScreen from './credits-statement.screen.tsx';
import { readTexts } from '../../../web/testing/table-cells.ts';

const entry = (id: number, credit_balance: number, balance_after: number) => ({
  id,
  username: 'ana',
  credit_balance,
  balance_after,
  source: 'Payment' as const,
  unit: 'MAIN' as const,
  file_id: null,
  open_file_id: null,
  note: null,
  is_test: false,
  created_at: `2026-04-0${id}T10:15:00.000Z`,
});

const STATEMENT: Statement = {
  username: 'ana',
  full_name: 'Ana Petrova',
  email: 'ana@example.com',
  from: '2026-04-01',
  to: '2026-04-30',
  made_at: '2026-05-02T08:00:00.000Z',
  parts: [
    {
      unit: 'MAIN',
      opening: 100,
      rows: [
        entry(1, 50.25, 150.25),
        {
          ...entry(2, -30.1, 120.15),
          source: 'Upload',
          file_id: '100005',
          note: 'PayPal refund',
          is_test: true,
        },
      ],
      received: 50.25,
      spent: -30.1,
      closing: 120.15,
    },
  ],
};

beforeEach(() => {
  window.print = vi.fn<() => void>();
});

function show(response: Statement | ReturnType<typeof no> = STATEMENT, { at = '/my-credits-history/statement' } = {}) {
  const api = installFakeApi(fake(getStatement, response), fake(downloadStatement, 'bytes'));
  return { api, ...renderScreen(<CreditsStatementScreen />, { at, path: '/my-credits-history/statement' }) };
}

const lines = async () => {
  const table = await screen.findByRole('table', { name: 'Credits' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((line) => readTexts(within(line).getAllByRole('cell')));
};

test('the opening balance, every amount and the closing balance are shown', async () => {
  show();
  expect(await lines()).toEqual([
    ['2026-04-01', 'Opening balance', '', '100.00'],
    ['2026-04-01', 'Payment', '50.25', '150.25'],
    ['2026-04-02', 'Uploadfile 100005, PayPal refund, TEST', '-30.10', '120.15'],
    ['2026-04-30', 'Closing balance', '', '120.15'],
  ]);
  expect(screen.getByText('Ana Petrova')).toBeVisible();
  expect(screen.getByText('2026-04-01 to 2026-04-30 (Europe/Skopje)')).toBeVisible();
});

test('the statement is printed, and downloaded for the same days', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:csv';
  const { api, visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Print' }));
  expect(window.print).toHaveBeenCalledOnce();
  await visitor.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() =>
    expect(api.callsOf(downloadStatement).map(({ input }) => input)).toEqual([
      { userId: '7', from: '2026-04-01', to: '2026-04-30' },
    ]),
  );
});

test('the days in the URL are requested', async () => {
  const { api } = show(STATEMENT, { at: '/my-credits-history/statement?from=2026-01-01&to=2026-03-31' });
  await lines();
  expect(api.callsOf(getStatement).map(({ input }) => input)).toEqual([
    { userId: '7', from: '2026-01-01', to: '2026-03-31' },
  ]);
});

test('days the wrong way round are reported, and can be changed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, location } = show(no(400, 'The first day is after the last one.'), {
    at: '/my-credits-history/statement?from=2026-03-31&to=2026-01-01',
  });
  expect(await screen.findByText('The first day is after the last one.')).toBeVisible();
  expect(screen.getByLabelText('From')).toHaveValue('2026-03-31');
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
  api.use(fake(getStatement, STATEMENT));
  fireEvent.input(screen.getByLabelText('Until'), { target: { value: '2026-04-30' } });
  expect(location()).toBe('/my-credits-history/statement?from=2026-03-31&to=2026-04-30');
  await lines();
  expect(api.callsOf(getStatement).at(-1)?.input).toEqual({ userId: '7', from: '2026-03-31', to: '2026-04-30' });
  expect(screen.queryByText('The first day is after the last one.')).not.toBeInTheDocument();
});

test("an administrator reads a customer's statement, and Back leads to that customer", async () => {
  const api = installFakeApi(fake(getStatement, STATEMENT));
  renderScreen(<CreditsStatementScreen />, {
    at: `/admin/credits-statement/${CUSTOMER.id}`,
    path: '/admin/credits-statement/:id',
    user: ADMINISTRATOR,
  });
  await lines();
  expect(api.callsOf(getStatement)[0]?.input).toEqual({ userId: '7' });
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin/edit-user/7');
});
