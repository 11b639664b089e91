import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { fake, type FakeResponse, installFakeApi as install, no } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { downloadUserLedger, listUserLedger, type Ledger } from '../credits.calls.ts';
import { listBalances } from '../statement.calls.ts';
import MyCreditsHistoryScreen from './my-credits-history.screen.tsx';
import { expectLedgerTotals } from '../../../web/testing/ledger-totals.ts';
import { buildLedger, buildLedgerPages, buildLedgerRow } from '../ledger.factory.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const nothing: Ledger = { credits_ledger: [], total_rows: 0, admin: 0, refund: 0, paypal: 0, upload: 0, dtc_off: 0 };
const paged = fake(listUserLedger, buildLedgerPages(23));

const installFakeApi = (...responses: FakeResponse[]) => install(fake(listBalances, []), ...responses);

const show = (at = '/my-credits-history') =>
  renderScreen(<MyCreditsHistoryScreen />, { at, path: '/my-credits-history' });
const table = () => screen.findByRole('table', { name: 'My Credits History' });
const cells = (of: HTMLElement) => readTexts(within(of).getAllByRole('cell'));

test('four cards show where the credits came from and went to', { tags: ['C-LED-01', 'X-CRS-07'] }, async () => {
  installFakeApi(fake(listUserLedger, buildLedger([buildLedgerRow(1)])));
  show();
  expect(screen.getByRole('heading', { level: 1, name: 'My Credits History' })).toBeVisible();
  await table();
  expectLedgerTotals();
});

test(
  'the columns have the specified names, with the running balance beside them',
  { tags: ['C-LED-02', 'C-LED-03', 'C-LED-04', 'C-LED-05'] },
  async () => {
    installFakeApi(
      fake(
        listUserLedger,
        buildLedger([
          buildLedgerRow(1, { username: 'ana', credit_balance: 50.5, balance_after: 120.5, source: 'Payment' }),
        ]),
      ),
    );
    show();
    const headers = within(await table()).getAllByRole('columnheader');
    expect(readTexts(headers)).toEqual(['UserName', 'Credit Balance', 'Balance after', 'Source', 'Created At']);
    const [username, amount, after, source, created] = cells(await table());
    expect([username, amount, after, source]).toEqual(['ana', '50.50', '120.50', 'Payment']);
    expect(created).toContain('2026');
  },
);

test.each([
  [0, '0.00', 'green'],
  [12, '12.00', 'green'],
  [-30, '-30.00', 'red'],
])('an amount of %i is shown as %s in %s', { tags: ['C-LED-03', 'X-CRS-05'] }, async (credit_balance, text, tone) => {
  installFakeApi(fake(listUserLedger, buildLedger([buildLedgerRow(1, { credit_balance })])));
  show();
  expect(within(await table()).getByText(text)).toHaveAttribute('data-tone', tone);
});

test('entries of the AI balance are marked', async () => {
  installFakeApi(fake(listUserLedger, buildLedger([buildLedgerRow(1, { unit: 'AI' })])));
  show();
  expect(within(await table()).getByText('AI credits')).toBeVisible();
});

test('a note shows the reason, and test payments are marked', async () => {
  const note = 'PayPal reversal: the card holder disputed the payment';
  installFakeApi(fake(listUserLedger, buildLedger([buildLedgerRow(1, { source: 'Payment', note, is_test: true })])));
  show();
  expect(within(await table()).getByText(note)).toBeVisible();
  expect(within(await table()).getByText('TEST')).toBeVisible();
});

describe('narrowing', () => {
  test('by source and days, in the address, from the first page on', async () => {
    const api = installFakeApi(paged);
    const { visitor, location } = show('/my-credits-history?page=2');
    await table();
    const asked = vi.spyOn(globalThis, 'fetch');
    await visitor.selectOptions(screen.getByLabelText('Source'), 'Payment');
    await waitFor(() => expect(location()).toBe('/my-credits-history?source=Payment'));
    expect(asked.mock.calls.filter((call) => JSON.stringify(call).includes('offset=10'))).toEqual([]);
    const first = { source: 'Payment', userId: '7', limit: '10', offset: '0' };
    await waitFor(() => expect(api.callsOf(listUserLedger).at(-1)?.input).toEqual(first));
    await visitor.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(location()).toBe('/my-credits-history?source=Payment&page=2'));
    fireEvent.input(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.input(screen.getByLabelText('Until'), { target: { value: '2026-11-20' } });
    expect(location()).toBe('/my-credits-history?source=Payment&from=2026-11-01&to=2026-11-20');
    await waitFor(() =>
      expect(api.callsOf(listUserLedger).at(-1)?.input).toEqual({ ...first, from: '2026-11-01', to: '2026-11-20' }),
    );
  });

  test('to no entries shows that, and Clear filters leads back to all', async () => {
    installFakeApi(
      fake(listUserLedger, ({ source }) => (source === undefined ? buildLedger([buildLedgerRow(1)]) : nothing)),
    );
    const { visitor, location } = show('/my-credits-history?source=Refund&from=2026-01-01');
    await visitor.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await table()).toBeVisible();
    expect(location()).toBe('/my-credits-history');
  });
});

describe('the balance chart', () => {
  const balances = (...list: number[]) => list.map((balance, at) => ({ day: `2026-11-0${at + 1}`, balance }));

  test('is a step line from the first day to the last, with a description in words', async () => {
    installFakeApi(
      fake(listUserLedger, buildLedger([buildLedgerRow(1)])),
      fake(listBalances, balances(0, 50, 50, -10)),
    );
    show();
    const line = await screen.findByRole('img', { name: 'From 0.00 to -10.00; lowest -10.00, highest 50.00' });
    expect(line.querySelector('path')?.getAttribute('d')).toMatch(/^M0.0 [\d.]+H160.0V4.0H320.0V4.0H480.0V84.0H640.0$/);
    expect(screen.getByText(/Nov.* 2026: 0\.00 CRS$/)).toBeVisible();
  });

  test('is left out while the balance has not changed', async () => {
    const api = installFakeApi(
      fake(listUserLedger, buildLedger([buildLedgerRow(1)])),
      fake(listBalances, balances(20, 20)),
    );
    show();
    await table();
    await waitFor(() => expect(api.callsOf(listBalances)).toHaveLength(1));
    expect(screen.queryByText(/^Balance, last/)).not.toBeInTheDocument();
  });
});

describe('pages', () => {
  test('have 10 rows and numbered buttons; the number is in the URL', { tags: ['C-LED-06', 'X-CRS-06'] }, async () => {
    const api = installFakeApi(paged);
    const { visitor, location } = show('/my-credits-history?t=1');
    expect(within(await table()).getAllByRole('row')).toHaveLength(11);
    expect(readTexts(screen.getAllByRole('button', { name: /^Page \d$/ }))).toEqual(['1', '2', '3']);
    await visitor.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(async () => expect(within(await table()).getAllByRole('row')).toHaveLength(4));
    expect(location()).toBe('/my-credits-history?t=1&page=3');
    expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
    expect(api.callsOf(listUserLedger).map(({ input }) => input)).toEqual([
      { userId: '7', limit: '10', offset: '0' },
      { userId: '7', limit: '10', offset: '20' },
    ]);
  });

  test('a page number in the URL is shown at once', async () => {
    installFakeApi(paged);
    show('/my-credits-history?page=2');
    expect(within(await table()).getByText('113.00')).toBeVisible();
  });

  test.each(['0', '-1', 'x', '1.5'])('"%s" is not a page number, so the first page is shown', async (page) => {
    installFakeApi(paged);
    show(`/my-credits-history?page=${page}`);
    expect(within(await table()).getByText('123.00')).toBeVisible();
  });

  test('a page number beyond the last leads to the last page', async () => {
    installFakeApi(paged);
    const { location } = show('/my-credits-history?page=9');
    expect(within(await table()).getByText('101.00')).toBeVisible();
    await waitFor(() => expect(location()).toBe('/my-credits-history?page=3'));
  });

  test('a single page has no page buttons', async () => {
    installFakeApi(fake(listUserLedger, buildLedger([buildLedgerRow(1)])));
    show();
    await table();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });
});

describe('the CSV of the history', () => {
  let pressed: MockInstance<() => void>;
  beforeEach(() => {
    pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    URL.createObjectURL = () => 'blob:csv';
  });
  const csvButton = () => screen.findByRole('button', { name: 'Download CSV' });

  test('has all entries, whichever page is shown', async () => {
    const api = installFakeApi(paged, fake(downloadUserLedger, 'bytes'));
    const { visitor } = show('/my-credits-history?page=2');
    await visitor.click(await csvButton());
    await waitFor(() => expect(api.callsOf(downloadUserLedger).map(({ input }) => input)).toEqual([{ userId: '7' }]));
    expect(pressed).toHaveBeenCalledOnce();
  });

  test('shows a failed download, which can be retried', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(paged, fake(downloadUserLedger, no(500)));
    const { visitor } = show();
    await visitor.click(await csvButton());
    expect(await screen.findByText('Download failed.')).toBeVisible();
    api.use(fake(downloadUserLedger, 'bytes'));
    await visitor.click(screen.getByRole('button', { name: 'Retry: Download CSV' }));
    expect(await csvButton()).toBeVisible();
  });

  test('is not offered for an empty history', async () => {
    installFakeApi(fake(listUserLedger, nothing));
    show();
    await screen.findByText('No entries found.');
    expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
  });
});

test('an empty history shows a message', { tags: ['G-17'] }, async () => {
  installFakeApi(fake(listUserLedger, nothing));
  show();
  expect(await screen.findByText('No entries found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits');
});

test('loading is indicated', async () => {
  installFakeApi(fake(listUserLedger, () => new Promise<Ledger>(() => {})));
  show();
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
  expect(screen.queryByText('No entries found.')).not.toBeInTheDocument();
});

test('a failure is logged and can be retried', { tags: ['C-LED-S01', 'G-32'] }, async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = installFakeApi(fake(listUserLedger, no(500)));
  const { visitor } = show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(logged).toHaveBeenCalled();
  api.use(fake(listUserLedger, buildLedger([buildLedgerRow(1)])));
  await visitor.click(retry);
  expect(within(await table()).getByText('101.00')).toBeVisible();
});
