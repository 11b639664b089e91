import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import german from '../../../contract/languages/de.json';
import { setLanguage } from '../../../web/languages/text.ts';
import { downloadLedger, listLedger, LEDGER_SOURCES } from '../credits.calls.ts';
import CreditsLedgerScreen from './credits-ledger.screen.tsx';
import { expectLedgerTotals } from '../../../web/testing/ledger-totals.ts';
import { buildLedger, buildLedgerPages, buildLedgerRow } from '../ledger.factory.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const paged = fake(listLedger, buildLedgerPages(51));

const AT = '/admin/credits-ledger';
const show = (at = AT) => renderScreen(<CreditsLedgerScreen />, { at, path: AT, user: ADMINISTRATOR });
const table = () => screen.findByRole('table', { name: 'All Credits History' });
const cells = async () => readTexts(within(await table()).getAllByRole('cell'));

afterEach(async () => {
  await setLanguage('en', {});
});

test(
  'four cards: from Admin, from Refund, from PayPal, from Upload',
  { tags: ['A-LED-02', 'A-LED-03', 'A-LED-04', 'A-LED-05', 'X-CRS-07', 'G-36'] },
  async () => {
    installFakeApi(fake(listLedger, buildLedger([buildLedgerRow(1)])));
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'All Credits History' })).toBeVisible();
    await table();
    expectLedgerTotals();
  },
);

test(
  'the columns are UserName, Credit Balance, Source and Created At',
  { tags: ['A-LED-06', 'A-LED-07', 'A-LED-08', 'A-LED-09'] },
  async () => {
    installFakeApi(
      fake(listLedger, buildLedger([buildLedgerRow(1, { username: 'ana', credit_balance: 50.5, source: 'Payment' })])),
    );
    show();
    const headers = within(await table()).getAllByRole('columnheader');
    expect(readTexts(headers)).toEqual(['UserName', 'Credit Balance', 'Source', 'Created At']);
    const [username, amount, source, created] = await cells();
    expect([username, amount, source]).toEqual(['ana', '50.50', 'Payment']);
    expect(created).toContain('2026');
  },
);

test.each([
  [0, '0.00', 'green'],
  [12, '12.00', 'green'],
  [-30, '-30.00', 'red'],
])('an amount of %i is shown as %s in %s', { tags: ['A-LED-07', 'X-CRS-05'] }, async (credit_balance, text, tone) => {
  installFakeApi(fake(listLedger, buildLedger([buildLedgerRow(1, { credit_balance })])));
  show();
  expect(within(await table()).getByText(text)).toHaveAttribute('data-tone', tone);
});

test(
  '25 rows per page with numbered buttons; the page count is total_rows / 25, rounded up',
  { tags: ['A-LED-10', 'X-CRS-06', 'X-API-58'] },
  async () => {
    const api = installFakeApi(paged);
    const { visitor, location } = show();
    expect(within(await table()).getAllByRole('row')).toHaveLength(26);
    const pages = screen.getAllByRole('button', { name: /^Page \d$/ });
    expect(readTexts(pages)).toEqual(['1', '2', '3']);
    await visitor.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(async () => expect(within(await table()).getAllByRole('row')).toHaveLength(2));
    expect(location()).toBe(`${AT}?page=3`);
    expect(api.callsOf(listLedger).map(({ input }) => input)).toEqual([
      { limit: '25', offset: '0' },
      { limit: '25', offset: '50' },
    ]);
  },
);

test('a page number beyond the last leads to the last page', async () => {
  installFakeApi(paged);
  const { location } = show(`${AT}?page=9`);
  expect(within(await table()).getByText('user1')).toBeVisible();
  await waitFor(() => expect(location()).toBe(`${AT}?page=3`));
});

test('source and days filter the rows and are in the URL; changing the filter returns to the first page', async () => {
  const api = installFakeApi(paged);
  const { visitor, location } = show(`${AT}?page=2`);
  await table();
  await visitor.selectOptions(screen.getByLabelText('Source'), 'Payment');
  fireEvent.input(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
  fireEvent.input(screen.getByLabelText('Until'), { target: { value: '2026-11-20' } });
  expect(location()).toBe(`${AT}?source=Payment&from=2026-11-01&to=2026-11-20`);
  await waitFor(() =>
    expect(api.callsOf(listLedger).at(-1)?.input).toEqual({
      source: 'Payment',
      from: '2026-11-01',
      to: '2026-11-20',
      limit: '25',
      offset: '0',
    }),
  );
});

test('invalid values in the URL are ignored, and a filter without a match is cleared with one click', async () => {
  const api = installFakeApi(fake(listLedger, buildLedger([])));
  const { visitor, location } = show(`${AT}?source=Theft&from=yesterday`);
  expect(await screen.findByText('No entries found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/admin/all-users');
  expect(api.callsOf(listLedger)[0]?.input).toEqual({ limit: '25', offset: '0' });
  await visitor.selectOptions(screen.getByLabelText('Source'), 'Refund');
  expect(await screen.findByText('No results for “Refund”')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(location()).toBe(AT);
});

test('the sources are in the reader’s language, in the table and in the filter', async () => {
  await setLanguage('de', german);
  installFakeApi(
    fake(listLedger, buildLedger(LEDGER_SOURCES.map((source, index) => buildLedgerRow(index + 1, { source })))),
  );
  show();
  const words = ['Upload', 'Erstattung', 'Zahlung', 'Admin', 'DTC OFF'];
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => words.find((word) => row.textContent?.includes(word)))).toEqual(words);
  const options = within(screen.getByLabelText('Quelle')).getAllByRole('option');
  expect(readTexts(options).slice(1)).toEqual(words);
});

test('the CSV has the filtered rows of all pages', async () => {
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:csv';
  const api = installFakeApi(paged, fake(downloadLedger, 'bytes'));
  const { visitor } = show(`${AT}?source=Payment&page=2`);
  await visitor.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(pressed).toHaveBeenCalledOnce());
  expect(api.callsOf(downloadLedger).map(({ input }) => input)).toEqual([{ source: 'Payment' }]);
});

test('Back leads to where the visitor came from, or else to the dashboard', { tags: ['A-LED-01'] }, async () => {
  installFakeApi(fake(listLedger, buildLedger([buildLedgerRow(1)])));
  const byAddress = show();
  await byAddress.visitor.click(screen.getByRole('button', { name: 'Back' }));
  expect(byAddress.location()).toBe('/admin/dashboard');
  byAddress.unmount();
  const both = [
    <CreditsLedgerScreen key="screen" />,
    <Link key="link" to={AT}>
      ledger
    </Link>,
  ];
  const byLink = renderScreen(both, { at: '/admin/all-users?q=ana', user: ADMINISTRATOR });
  await byLink.visitor.click(screen.getByText('ledger'));
  expect(byLink.location()).toBe(AT);
  await byLink.visitor.click(screen.getByRole('button', { name: 'Back' }));
  expect(byLink.location()).toBe('/admin/all-users?q=ana');
});

test('a failure is logged and can be retried', { tags: ['G-32'] }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = installFakeApi(fake(listLedger, no(500)));
  const { visitor } = show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.use(fake(listLedger, buildLedger([buildLedgerRow(1)])));
  await visitor.click(retry);
  expect(within(await table()).getByText('user1')).toBeVisible();
});
