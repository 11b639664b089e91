import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../webhook-events.ts';
import * as contract from '../webhooks.calls.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { openMessagePost } from './post-message.ts';
import { openReceiver } from './receiver.factory.ts';

/** The receivers of these tests are on this machine. */
const NETWORKS = ['127.0.0.0/8'];

export const post = openMessagePost({ networks: NETWORKS, timeoutMs: 2000 });

export let receiver: Awaited<ReturnType<typeof openReceiver>>;

/** Opens a portal with a receiver, and without webhooks before each test. */
export function openWebhookStage(): void {
  openStage({ config: { webhookNetworks: NETWORKS } });
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.stop());
  beforeEach(async () => {
    await app.db.deleteFrom('webhooks').execute();
    receiver.received.length = 0;
    receiver.answer = (response) => void response.end('thanks');
  });
}

export const asAdmin = {
  get token() {
    return admin.token;
  },
};

export async function addWebhook(events: readonly WebhookEvent[] = WEBHOOK_EVENTS, url = receiver.url) {
  const { status, body } = await app.call(contract.createWebhook, { name: 'Shop', url, events }, asAdmin);
  expect(status).toBe(201);
  return body;
}

/** The ids of the messages that are still to be delivered. */
export async function listWaiting(): Promise<number[]> {
  const query = app.db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'WAITING');
  return (await query.orderBy('id').execute()).map(({ id }) => id);
}

export async function deliverAll(): Promise<void> {
  for (const id of await listWaiting()) await deliverWebhook(app.deps, post, id);
}

/** Makes one attempt; returns why it failed. */
export const tryDelivery = (id: number): Promise<string | null> =>
  deliverWebhook(app.deps, post, id).then(
    () => null,
    (error: Error) => error.message,
  );

interface Message {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

export const readMessages = (): Message[] => receiver.received.map(({ body }) => JSON.parse(body) as Message);

export const getWebhook = async () => (await app.call(contract.listWebhooks, {}, asAdmin)).body[0] as contract.Webhook;

export const getLog = async (id: number) =>
  (await app.call(contract.listWebhookDeliveries, { id }, asAdmin)).body.deliveries;
