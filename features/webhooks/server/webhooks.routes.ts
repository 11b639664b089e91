import { handle } from '../../../server/http/call.ts';
import * as contract from '../webhooks.calls.ts';
import { listWebhookDeliveries, replayWebhookDelivery, testWebhook } from './deliveries.ts';
import { changeWebhookKey, createWebhook, deleteWebhook, listWebhooks, setWebhook } from './webhooks.ts';

export const webhooksRoutes = [
  handle(contract.listWebhooks, ({ deps }) => listWebhooks(deps)),
  handle(contract.createWebhook, ({ deps, actor, input }) => createWebhook(deps, actor, input)),
  handle(contract.patchWebhook, ({ deps, actor, input }) => setWebhook(deps, actor, input)),
  handle(contract.setWebhook, ({ deps, actor, input }) => setWebhook(deps, actor, input)),
  handle(contract.deleteWebhook, ({ deps, actor, input }) => deleteWebhook(deps, actor, input.id)),
  handle(contract.changeWebhookKey, ({ deps, actor, input }) => changeWebhookKey(deps, actor, input.id)),
  handle(contract.testWebhook, ({ deps, input }) => testWebhook(deps, input.id)),
  handle(contract.listWebhookDeliveries, ({ deps, input }) => listWebhookDeliveries(deps, input)),
  handle(contract.replayWebhookDelivery, ({ deps, input }) => replayWebhookDelivery(deps, input.id)),
];
