import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { listOperatorNotices } from '../../../shop/notices/notices.calls.ts';
import {
  dismissFirstSteps,
  getDashboard,
  getNeedsYou,
  getUserDashboard,
  WAITING_COUNTED,
  type Dashboard,
  type Needed,
  type NeedsYou,
} from '../dashboard.calls.ts';
import AdminDashboardScreen from './admin-dashboard.screen.tsx';
import MyDashboardScreen from './my-dashboard.screen.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const NOTHING: Dashboard = { processed: 0, completed: 0, refunded: 0, canceled: 0, capped: [], files: [], tickets: [] };
const needed = (id: number, fields: Partial<Needed> = {}): Needed => ({
  file_id: id,
  number: `1000${id}`,
  name: `Golf ${id}.bin`,
  username: null,
  price: null,
  since: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  ...fields,
});

const showMine = (needs: NeedsYou) => {
  let shown = needs;
  const api = installFakeApi(
    fake(getUserDashboard, NOTHING),
    fake(getNeedsYou, () => shown),
    fake(dismissFirstSteps, () => {
      shown = { ...shown, first_steps: null };
      return { message: '' };
    }),
  );
  return { api, ...renderScreen(<MyDashboardScreen />, { at: '/dashboard', path: '/dashboard' }) };
};
const part = () => screen.findByRole('region', { name: 'Needs you' });

describe('what needs the customer', () => {
  test('comes first, with its price, its age, and a link to the page that deals with it', async () => {
    showMine({
      needs: [
        { kind: 'PAY', count: 1, longest: [needed(17, { price: 60 })] },
        { kind: 'READ_REPLY', count: 1, longest: [needed(18, { name: 'Ticket ID:100018' })] },
      ],
      first_steps: null,
      first_start: null,
    });
    const links = within(await part()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/view-file/17', '/view-file/18#ticket']);
    expect(links[0]).toHaveTextContent('Golf 17.bin60.00 CRS1000173 hours ago');
    expect(within(await part()).getByRole('heading', { name: /To pay/ })).toHaveTextContent('1');
    const counts = screen.getByText('Processed');
    expect((await part()).compareDocumentPosition(counts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('links to the full list when not everything is shown', async () => {
    showMine({
      needs: [{ kind: 'DOWNLOAD', count: WAITING_COUNTED, longest: [needed(17)] }],
      first_steps: null,
      first_start: null,
    });
    expect(within(await part()).getByRole('heading', { name: /Ready to download/ })).toHaveTextContent('99+');
    expect(screen.getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/my-files?status=PROCESSED');
  });

  test('is left out when there is nothing to do, and a file can still be uploaded', async () => {
    const { api } = showMine({ needs: [], first_steps: null, first_start: null });
    await waitFor(() => expect(api.callsOf(getNeedsYou)).toHaveLength(1));
    expect(await screen.findByText('No pending files found.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Upload File' })[0]).toHaveAttribute('href', '/upload');
  });
});

test('a new customer sees which steps are done and which come next, until dismissed', async () => {
  const { visitor, api } = showMine({
    needs: [],
    first_steps: { email: true, profile: false, upload: false, credits: false },
    first_start: null,
  });
  const steps = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(readTexts(steps.getAllByRole('listitem'))).toEqual([
    'Confirm your email address, done',
    '2Complete your profile',
    '3Upload your first file',
    '4Buy Credits',
  ]);
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/account-settings',
    '/upload',
    '/buy-credits',
  ]);
  await visitor.click(steps.getByRole('button', { name: 'Dismiss the first steps' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(api.callsOf(dismissFirstSteps)).toHaveLength(1);
});

test('staff see whose file is waiting and why a payment is, and are linked to the list of payments', async () => {
  installFakeApi(
    fake(getDashboard, NOTHING),
    fake(listOperatorNotices, []),
    fake(getNeedsYou, {
      needs: [
        { kind: 'SET_PRICE', count: 1, longest: [needed(17, { username: 'ana' })] },
        { kind: 'REVIEW_PAYMENT', count: 1, longest: [needed(0, { file_id: null, name: 'user' })] },
      ],
      first_steps: null,
      first_start: null,
    }),
  );
  renderScreen(<AdminDashboardScreen />, { at: '/admin/dashboard', path: '/admin/dashboard', user: ADMINISTRATOR });
  const links = within(await part()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/view-file/17', '/admin/payments']);
  expect(links[0]).toHaveTextContent('ana');
  expect(links[1]).toHaveTextContent(/^No customer matches this payment\./);
});
