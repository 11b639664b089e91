import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import * as contract from '../webhooks.calls.ts';
import { WEBHOOK_EVENTS } from '../webhook-events.ts';
import WebhooksScreen from './webhooks.screen.tsx';

const webhook = (fields: Partial<contract.Webhook> = {}): contract.Webhook => ({
  id: 1,
  name: 'Accounting',
  url: 'https://books.example.com/hooks',
  events: ['file.paid'],
  created_at: '2026-11-20T08:00:00.000Z',
  last_delivered_at: null,
  failing_since: null,
  disabled_at: null,
  disabled_for: null,
  previous_key_until: null,
  waiting: 0,
  ...fields,
});

const delivery = (fields: Partial<contract.WebhookDelivery> = {}): contract.WebhookDelivery => ({
  id: 7,
  message_id: 'msg_7',
  type: 'file.paid',
  occurred_at: '2026-11-20T08:00:00.000Z',
  created_at: '2026-11-20T08:00:00.000Z',
  is_replay: false,
  status: 'DELIVERED',
  attempts: 1,
  attempted_at: '2026-11-20T08:00:01.000Z',
  reply_status: 200,
  reply_text: 'thanks',
  reply_ms: 41,
  error: null,
  ...fields,
});

const show = () => renderScreen(<WebhooksScreen />, { at: '/admin/webhooks', user: ADMINISTRATOR });

test('shows the state of each webhook in words', async () => {
  installFakeApi(
    fake(contract.listWebhooks, [
      webhook(),
      webhook({ id: 2, failing_since: '2026-11-20T08:00:00.000Z' }),
      webhook({ id: 3, disabled_at: '2026-11-20T08:00:00.000Z', disabled_for: 'FAILURES' }),
      webhook({ id: 4, disabled_at: '2026-11-20T08:00:00.000Z', disabled_for: 'ADMINISTRATOR' }),
    ]),
  );
  show();
  for (const state of ['On', 'Failing', 'Off after failures', 'Off'])
    expect(await screen.findByText(state)).toBeVisible();
});

test('a new webhook is added with all events, and its key is shown once', async () => {
  const api = installFakeApi(
    fake(contract.listWebhooks, []),
    fake(contract.createWebhook, { ...webhook(), signing_key: 'whsec_c2VjcmV0' }),
  );
  const { visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  const dialog = await screen.findByRole('dialog');
  await visitor.click(within(dialog).getByRole('button', { name: 'Add a webhook' }));
  expect(within(dialog).getByText('Enter a name.')).toBeVisible();
  expect(within(dialog).getByText('Choose at least one event.')).toBeVisible();
  await visitor.type(within(dialog).getByLabelText(/^Name/), 'Accounting');
  await visitor.type(within(dialog).getByLabelText(/^Address/), 'https://books.example.com/hooks');
  await visitor.click(within(dialog).getByLabelText('All events'));
  await visitor.click(within(dialog).getByRole('button', { name: 'Add a webhook' }));
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible();
  expect(screen.getByText('Enter this key in the receiver. It is shown only now.')).toBeVisible();
  expect(api.callsOf(contract.createWebhook).map(({ input }) => input)).toMatchObject([
    { name: 'Accounting', url: 'https://books.example.com/hooks', events: [...WEBHOOK_EVENTS] },
  ]);
});

test('an address that the server refuses is refused at its field', async () => {
  installFakeApi(
    fake(contract.listWebhooks, [webhook()]),
    fake(contract.patchWebhook, no(400, 'This address is in a private network.', 'url')),
  );
  const { visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Edit' }));
  await visitor.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByLabelText(/^Address/)).toHaveAccessibleDescription('This address is in a private network.');
});

test('the log shows what was replied or why nothing was, and a message is sent again', async () => {
  const api = installFakeApi(
    fake(contract.listWebhooks, [webhook()]),
    fake(contract.listWebhookDeliveries, {
      deliveries: [
        delivery(),
        delivery({ id: 6, status: 'WAITING', reply_status: null, reply_text: null, error: 'connect ECONNREFUSED' }),
      ],
      next_cursor: null,
      totals: { matching: 2, is_exact: true },
    }),
    fake(contract.replayWebhookDelivery, delivery({ id: 8, is_replay: true })),
    fake(contract.testWebhook, delivery({ type: 'webhook.test', status: 'GIVEN_UP', reply_status: 500 })),
  );
  const { visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Log' }));
  expect(await screen.findByText('connect ECONNREFUSED')).toBeVisible();
  expect(screen.getByText(/200 · 41 ms/)).toBeVisible();
  expect(screen.getByText('thanks')).toBeVisible();
  await visitor.click(screen.getAllByRole('button', { name: 'Send again' })[0] as HTMLElement);
  expect(await screen.findByText('It is sent again.')).toBeVisible();
  expect(api.callsOf(contract.replayWebhookDelivery).map(({ input }) => input)).toMatchObject([{ id: '7' }]);
  await visitor.click(screen.getByRole('button', { name: 'Send a test message' }));
  expect(await screen.findByText('The test message was not accepted. The log shows the reply.')).toBeVisible();
});

describe('the dialogs', () => {
  const fakeAll = () =>
    installFakeApi(
      fake(contract.listWebhooks, [webhook()]),
      fake(contract.listWebhookDeliveries, { deliveries: [], next_cursor: null, totals: null }),
      fake(contract.deleteWebhook, { message: 'Deleted.' }),
    );
  const button = (name: string) => screen.getByRole('button', { name });

  test('the form is a dialog, and guards what was typed', async () => {
    fakeAll();
    const shown = show();
    await screen.findByRole('button', { name: 'Edit' });
    const opener = () => button('Add a webhook');
    const of = 'features/webhooks/web/webhook-dialog.tsx';
    await expectSoundDialog({ of, visitor: shown.visitor, name: 'Add a webhook', opener });
    await expectGuarded(shown, {
      of: 'features/webhooks/web/webhook-dialog.tsx',
      change: async () => {
        await shown.visitor.click(opener());
        await shown.visitor.type(within(await screen.findByRole('dialog')).getByLabelText(/^Name/), 'Accounting');
      },
    });
  });

  test('the log is a dialog, which says what to do while it is empty', async () => {
    fakeAll();
    const { visitor } = show();
    await screen.findByRole('button', { name: 'Log' });
    const of = 'features/webhooks/web/webhook-log.tsx';
    await expectSoundDialog({ of, visitor, name: 'Messages to Accounting', opener: () => button('Log') });
    await visitor.click(button('Log'));
    expect(await screen.findByText('Nothing was sent yet. Send a test message.')).toBeVisible();
  });

  test('a deletion is confirmed', async () => {
    const api = fakeAll();
    const { visitor } = show();
    await screen.findByRole('button', { name: 'Delete' });
    const of = 'features/webhooks/web/webhooks.screen.tsx';
    const opener = () => button('Delete');
    await expectSoundDialog({ of, visitor, name: 'Delete the webhook?', role: 'alertdialog', opener });
    await visitor.click(opener());
    await visitor.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(api.callsOf(contract.deleteWebhook)).toHaveLength(1);
  });
});

test('of a webhook only what was edited is sent: the portal may have switched it off meanwhile', async () => {
  const api = installFakeApi(fake(contract.listWebhooks, [webhook()]), fake(contract.patchWebhook, webhook()));
  const { visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Edit' }));
  await visitor.type(await screen.findByLabelText(/^Name/), ' 2');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(contract.patchWebhook)).toHaveLength(1));
  const { id, name } = webhook();
  expect(api.callsOf(contract.patchWebhook)[0]?.input).toEqual({ id: String(id), name: `${name} 2` });
});

test('an event that a colleague has taken away from a webhook meanwhile is not sent again', async () => {
  const before = webhook({ events: ['file.paid', 'file.created'] });
  const api = installFakeApi(fake(contract.listWebhooks, [before]), fake(contract.patchWebhook, before));
  const { visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Edit' }));
  await visitor.click(await screen.findByRole('checkbox', { name: 'ticket.opened' }));
  api.use(fake(contract.listWebhooks, [webhook({ events: ['file.paid'] })]));
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(contract.patchWebhook)).toHaveLength(1));
  expect(api.callsOf(contract.patchWebhook)[0]?.input['events']).toEqual(['file.paid', 'ticket.opened']);
});

test('a webhook without an event says so, and leads to the first choice', async () => {
  installFakeApi(fake(contract.listWebhooks, []));
  const { visitor } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  const dialog = within(await screen.findByRole('dialog'));
  await visitor.type(dialog.getByLabelText(/^Name/), 'Accounting');
  await visitor.type(dialog.getByLabelText(/^Address/), 'https://books.example.com/hooks');
  await visitor.click(dialog.getByRole('button', { name: 'Add a webhook' }));
  await waitFor(() => expect(dialog.getByLabelText('All events')).toHaveFocus());
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose at least one event.');
});
