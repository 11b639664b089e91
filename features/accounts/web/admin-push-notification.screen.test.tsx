import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, FakeNo, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listUsers } from '../accounts.calls.ts';
import type { User } from '../user.ts';
import { notifyUsers } from '../../messaging/notifications.calls.ts';
import AdminPushNotification from './admin-push-notification.screen.tsx';
import { expectDraft } from '../../../web/testing/leaving-check.ts';
import { shownMessages } from '../../../web/testing/shown-messages.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const ANA: User = {
  id: 7,
  username: 'ana',
  full_name: 'Ana Petrova',
  email: 'ana@example.com',
  phone: '+389 70 111 222',
  country: 'North Macedonia',
  credit_balance: 240,
  ai_credit_balance: 0,
  role: 'CUSTOMER',
  staff_role_id: null,
  status: 'ACTIVE',
  verified: true,
  created_at: '2026-03-02T08:00:00.000Z',
};
const BORIS: User = { ...ANA, id: 8, username: 'boris', email: 'boris@example.com' };

function open(users = [ANA, BORIS]) {
  const api = installFakeApi(fake(listUsers, users), fake(notifyUsers, { message: 'Notification sent successfully!' }));
  return { ...renderScreen(<AdminPushNotification />, { user: ADMINISTRATOR }), api };
}
const send = () => screen.getByRole('button', { name: 'Send Notification' });
const write = (html: string) => fireEvent.input(screen.getByLabelText(/^Message/), { target: { value: html } });

test('users are listed, found by name or address, and all chosen', { tags: ['A-PSH-02', 'A-PSH-03'] }, async () => {
  const { visitor } = open();
  const list = await screen.findByRole('list', { name: 'Recipients' });
  expect(readTexts(within(list).getAllByRole('listitem'))).toEqual(['anaana@example.com', 'borisboris@example.com']);
  await visitor.type(screen.getByPlaceholderText('Search recipients...'), 'boris@');
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  await visitor.clear(screen.getByPlaceholderText('Search recipients...'));
  await visitor.click(screen.getByRole('checkbox', { name: 'Select All' }));
  expect(screen.getByText('2 of 2 selected')).toBeVisible();
});

test('a user who cannot log in is listed with that reason', async () => {
  open([ANA, { ...BORIS, status: 'DEACTIVE' }]);
  const list = await screen.findByRole('list', { name: 'Recipients' });
  expect(within(list).getByText('boris@example.com · DEACTIVE: cannot log in')).toBeVisible();
  expect(within(list).getByText('ana@example.com')).toBeVisible();
});

test('the preview shows the message without what it may not contain', { tags: ['A-PSH-01', 'G-51'] }, async () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Send Notification' })).toBeVisible();
  write('New <b>prices</b><script>alert(1)</script>');
  const preview = screen.getByRole('region', { name: 'Preview' });
  expect(await within(preview).findByText('prices')).toContainHTML('<b>prices</b>');
  expect(preview.innerHTML).not.toContain('script');
});

test('the button needs a recipient, and a message is required', { tags: ['A-PSH-04', 'X-VAL-23'] }, async () => {
  const { visitor, api } = open();
  expect(send()).toBeDisabled();
  await visitor.click(await screen.findByRole('checkbox', { name: /^ana/ }));
  expect(send()).toBeEnabled();
  await visitor.click(send());
  expect(await screen.findByText('Please write a message.')).toBeVisible();
  expect(api.callsOf(notifyUsers)).toEqual([]);
});

test(
  'the message is sent to the selected users, and the success is shown',
  { tags: ['A-PSH-04', 'A-PSH-M01', 'X-ERR-59', 'X-API-56', 'X-ENT-15'] },
  async () => {
    const { visitor, api } = open();
    write('New <b>prices</b>');
    await visitor.click(await screen.findByRole('checkbox', { name: /^boris/ }));
    await visitor.click(send());
    await waitFor(() => expect(shownMessages()).toEqual(['success: Notification sent successfully!']));
    expect(api.callsOf(notifyUsers).map(({ input }) => input)).toEqual([
      { user_ids: [8], message: 'New <b>prices</b>' },
    ]);
    expect(screen.getByLabelText(/^Message/)).toHaveValue('');
    expect(send()).toBeDisabled();
  },
);

test('a failure is shown, and everything stays as it was', { tags: ['A-PSH-M02', 'X-ERR-60'] }, async () => {
  const { visitor, api } = open();
  api.use(fake(notifyUsers, no(500)));
  write('New prices');
  await visitor.click(await screen.findByRole('checkbox', { name: /^ana/ }));
  await visitor.click(send());
  await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to send notifications.']));
  expect(screen.getByLabelText(/^Message/)).toHaveValue('New prices');
  expect(screen.getByText('1 of 2 selected')).toBeVisible();
});

test('too many recipients show an error until the selection changes', async () => {
  const { visitor, api } = open(
    Array.from({ length: 10_001 }, (_, n) => ({ ...ANA, id: n + 1, username: `user${n}` })),
  );
  write('New prices');
  await visitor.click(await screen.findByRole('checkbox', { name: 'Select All' }));
  await visitor.click(send());
  expect(await screen.findByText('At most 10000 recipients.')).toBeVisible();
  expect(api.callsOf(notifyUsers)).toEqual([]);
  await visitor.click(screen.getByRole('checkbox', { name: /^user7a/ }));
  expect(screen.queryByText('At most 10000 recipients.')).not.toBeInTheDocument();
});

test('users deleted meanwhile are removed from the list and the selection', async () => {
  const { visitor, api } = open();
  const message = 'No notification was sent. These accounts no longer exist: ana.';
  write('New prices');
  await visitor.click(await screen.findByRole('checkbox', { name: 'Select All' }));
  api.use(
    fake(listUsers, [BORIS]),
    fake(notifyUsers, new FakeNo(400, { code: 'messaging.unknown_recipient', message })),
  );
  await visitor.click(send());
  expect(await screen.findByText('1 of 1 selected')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /^ana/ })).not.toBeInTheDocument();
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByLabelText(/^Message/)).toHaveValue('New prices');
});

test('an unsent notification is there again after a visit elsewhere', async () => {
  const shown = open();
  await expectDraft(shown, {
    of: 'features/accounts/web/admin-push-notification.screen.tsx',
    change: async () => write('Closed on Monday'),
    isThere: () => expect(screen.getByLabelText(/^Message/)).toHaveValue('Closed on Monday'),
  });
});
