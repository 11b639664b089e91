import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { call } from '../../../web/client/call.ts';
import { FakeNo, fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import { notifyUsers } from '../../messaging/notifications.calls.ts';
import { BulkNotify } from './bulk-notify.tsx';

const WHO = 'No notification was sent. These accounts no longer exist: boris.';
const SENT = 'Notification sent successfully!';
const refused = new FakeNo(400, { code: 'messaging.unknown_recipient', message: WHO, field: 'user_ids' });
const others = () => screen.queryByRole('button', { name: 'Notify the others' });

/** Sends to these owners; owner 8 no longer has an account. */
async function send(owners: number[]) {
  const api = installFakeApi(
    fake(notifyUsers, ({ user_ids, leave_out_deleted }) => {
      if (!user_ids.includes(8)) return { message: SENT };
      return leave_out_deleted ? { message: SENT, left_out: 1 } : refused;
    }),
  );
  const onDone = vi.fn<() => void>();
  const notify = (text: { message: string; leave_out_deleted?: true }) =>
    call(notifyUsers, { user_ids: owners, ...text });
  const { visitor } = renderScreen(
    <BulkNotify owners={owners.length} notify={notify} onDone={onDone} onClose={() => undefined} />,
    { user: ADMINISTRATOR },
  );
  await visitor.type(await screen.findByLabelText(/Message/), 'Hello');
  await visitor.click(screen.getByRole('button', { name: 'Send Notification' }));
  return { api, visitor, onDone };
}

test('an owner without an account is named; on request the others are notified, and skipped ones are counted', async () => {
  const { api, visitor, onDone } = await send([7, 8, 9]);
  expect(await screen.findByText(WHO)).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await visitor.click(others() as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.callsOf(notifyUsers).map(({ input }) => input)).toEqual([
    { user_ids: [7, 8, 9], message: 'Hello' },
    { user_ids: [7, 8, 9], message: 'Hello', leave_out_deleted: true },
  ]);
  expect(recentMessages.list().map(({ text, kind }) => `${kind}: ${text}`)).toEqual(
    expect.arrayContaining([`success: ${SENT}`, 'info: Skipped because they no longer have an account: 1']),
  );
});

test('nothing more is offered when no owner is left', async () => {
  await send([8]);
  expect(await screen.findByText(WHO)).toBeVisible();
  expect(others()).toBeNull();
});

test('no owner is skipped without asking', async () => {
  const { api, onDone } = await send([7]);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.callsOf(notifyUsers).map(({ input }) => input)).toEqual([{ user_ids: [7], message: 'Hello' }]);
  expect(recentMessages.list().map(({ text }) => text)).toEqual([SENT]);
});
