import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type FakeResponse, fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
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
import { getMyUser } from '../../../accounts/accounts.calls.ts';
import { confirmAndPay, downloadModified } from '../../../files/files.calls.ts';
import { myUser } from '../../../../web/testing/my-user.ts';
import { shownMessages } from '../../../../web/testing/shown-messages.ts';
import { buildFileDetail } from '../../../files/files.factory.ts';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const NOTHING: Dashboard = { processed: 0, completed: 0, refunded: 0, canceled: 0, capped: [], files: [], tickets: [] };
const needed = (id: number, fields: Partial<Needed> = {}): Needed => ({
  file_id: id,
  number: `1000${id}`,
  name: `Golf ${id}.bin`,
  username: null,
  vehicle: `Audi S3 1.8 T ${id}, 2001`,
  last_message: null,
  ticket_status: null,
  price: null,
  overdue_minutes: null,
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
        { kind: 'PAY', count: 1, overdue: 0, longest: [needed(17, { price: 60 })] },
        {
          kind: 'READ_REPLY',
          count: 2,
          overdue: 0,
          longest: [
            needed(18, { last_message: 'Which injectors?', ticket_status: 'OPEN' }),
            needed(19, { last_message: 'Done.', ticket_status: 'CLOSED' }),
          ],
        },
      ],
      first_steps: null,
      first_start: null,
    });
    await screen.findByRole('button', { name: /^Pay 60/ });
    expect(readTexts(within(await part()).getAllByRole('listitem'))).toEqual([
      'To payAudi S3 1.8 T 17, 20011000173 hours agoPay 60.00 CRS',
      'New replyAudi S3 1.8 T 18, 2001100018“Which injectors?”3 hours agoReply',
      'New replyAudi S3 1.8 T 19, 2001100019“Done.”3 hours agoView',
    ]);
    const links = within(await part()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/view-file/17',
      '/view-file/18',
      '/view-file/18#ticket',
      '/view-file/19',
      '/view-file/19#ticket',
    ]);
    const counts = screen.getByText('Processed');
    expect((await part()).compareDocumentPosition(counts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('links to the full list when not everything is shown', async () => {
    showMine({
      needs: [{ kind: 'DOWNLOAD', count: WAITING_COUNTED, overdue: 0, longest: [needed(17)] }],
      first_steps: null,
      first_start: null,
    });
    const all = await screen.findByRole('link', { name: 'Ready to download: show all 99+' });
    expect(all).toHaveAttribute('href', '/my-files?status=PROCESSED');
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
        { kind: 'SET_PRICE', count: 1, overdue: 0, longest: [needed(17, { username: 'ana' })] },
        {
          kind: 'REVIEW_PAYMENT',
          count: 1,
          overdue: 0,
          longest: [needed(0, { file_id: null, vehicle: null, name: 'user' })],
        },
      ],
      first_steps: null,
      first_start: null,
    }),
  );
  renderScreen(<AdminDashboardScreen />, { at: '/admin/dashboard', path: '/admin/dashboard', user: ADMINISTRATOR });
  const links = within(await part()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/view-file/17',
    '/admin/view-file/17#deliver',
    '/admin/payments',
    '/admin/payments',
  ]);
  expect(within(await part()).getByText('ana')).toBeVisible();
  expect(links[2]).toHaveTextContent(/^No customer matches this payment\./);
});

describe('the button of a row', () => {
  const PAID = buildFileDetail({
    id: 17,
    price: 60,
    status: 'PROCESSED',
    feasible: 'POSSIBLE',
    price_status: 'PAID',
    mod_file_name: 'golf_stage1.bin',
    mod_file_size_bytes: 9,
    mod_file_sha256: 'cd',
  });
  const showToPay = (credit_balance: number, ...more: FakeResponse[]) => {
    const shown = showMine({
      needs: [{ kind: 'PAY', count: 1, overdue: 0, longest: [needed(17, { price: 60 })] }],
      first_steps: null,
      first_start: null,
    });
    shown.api.use(fake(getMyUser, myUser({ credit_balance })), ...more);
    return shown;
  };

  test('pays the price that it names, says so, and downloads what is ready', async () => {
    const { api, visitor } = showToPay(100, fake(confirmAndPay, PAID), fake(downloadModified, 'bytes'));
    await visitor.click(await screen.findByRole('button', { name: 'Pay 60.00 CRS: Audi S3 1.8 T 17, 2001 100017' }));
    await waitFor(() => expect(api.callsOf(downloadModified)).toHaveLength(1));
    expect(api.callsOf(confirmAndPay).map(({ input }) => input)).toEqual([{ id: '17', price: 60 }]);
    expect(shownMessages()).toEqual(['success: Paid: 60.00 CRS. Download modified is ready.']);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Needs you' })).toHaveFocus());
  });

  test('says why nothing was paid, and stays', async () => {
    const { api, visitor } = showToPay(100, fake(confirmAndPay, no(400, 'The price has changed.')));
    await visitor.click(await screen.findByRole('button', { name: /^Pay 60.00 CRS/ }));
    await waitFor(() => expect(shownMessages()).toEqual(['error: The price has changed.']));
    expect(screen.getByRole('button', { name: /^Pay 60.00 CRS/ })).toBeEnabled();
    expect(api.callsOf(downloadModified)).toHaveLength(0);
  });

  test('leads to the page that sells what is missing where the balance is too low', async () => {
    showToPay(20);
    const way = await screen.findByRole('link', { name: /^Buy Credits: Audi S3/ });
    expect(way).toHaveAttribute('href', '/view-file/17');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });
});

test('staff see in red what is overdue, by how much, and the sum of it', async () => {
  installFakeApi(
    fake(getDashboard, NOTHING),
    fake(listOperatorNotices, []),
    fake(getNeedsYou, {
      needs: [
        { kind: 'SET_PRICE', count: 9, overdue: 3, longest: [needed(17, { username: 'ana', overdue_minutes: 125 })] },
        { kind: 'CHANGE_REQUESTED', count: 2, overdue: 0, longest: [] },
        {
          kind: 'REPLY',
          count: 2,
          overdue: 1,
          longest: [needed(18, { last_message: 'Which injectors?', ticket_status: 'OPEN' })],
        },
      ],
      first_steps: null,
      first_start: null,
    }),
  );
  renderScreen(<AdminDashboardScreen />, { at: '/admin/dashboard', path: '/admin/dashboard', user: ADMINISTRATOR });
  const sums = [
    await screen.findByRole('link', { name: '3 files overdue' }),
    screen.getByRole('link', { name: '1 ticket overdue' }),
  ];
  expect(sums.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/all-files?work=overdue',
    '/admin/all-tickets?work=overdue',
  ]);
  expect(screen.getByText('2 hr over target')).toHaveClass('text-red-fg');
  expect(screen.getByText('“Which injectors?”')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Deliver/ })).toHaveAttribute('href', '/admin/view-file/17#deliver');
  expect(screen.getByRole('link', { name: /^Reply/ })).toHaveAttribute('href', '/admin/view-file/18#ticket');
  const all = screen.getAllByRole('link', { name: /: show all \d$/ });
  expect(all.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['To process: show all 9', '/admin/all-files?work=waiting&price=UNPAID'],
    ['Changes requested: show all 2', '/admin/all-files?work=waiting&price=PAID'],
    ['Awaiting a reply: show all 2', '/admin/all-tickets?work=waiting'],
  ]);
});

test('where more is overdue than is counted, the sum says so', async () => {
  const overdue = WAITING_COUNTED;
  installFakeApi(
    fake(getDashboard, NOTHING),
    fake(listOperatorNotices, []),
    fake(getNeedsYou, {
      needs: [
        { kind: 'SET_PRICE', count: overdue, overdue, longest: [needed(17)] },
        { kind: 'CHANGE_REQUESTED', count: 30, overdue: 30, longest: [needed(16)] },
      ],
      first_steps: null,
      first_start: null,
    }),
  );
  renderScreen(<AdminDashboardScreen />, { at: '/admin/dashboard', path: '/admin/dashboard', user: ADMINISTRATOR });
  expect(await screen.findByRole('link', { name: '99+ files overdue' })).toBeVisible();
});
