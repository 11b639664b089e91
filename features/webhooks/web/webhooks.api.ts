import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '../../../contract/endpoint.ts';
import { call } from '../../../web/client/call.ts';
import { mergeList } from '../../../web/client/merge-list.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { WebhookEvent } from '../webhook-events.ts';
import type { SetWebhook } from '../webhook-forms.ts';
import * as contract from '../webhooks.calls.ts';

const WEBHOOKS = ['webhooks'] as const;

export const useWebhooks = () =>
  useQuery({ queryKey: WEBHOOKS, queryFn: ({ signal }) => call(contract.listWebhooks, {}, { signal }) });

export const useCreateWebhook = () =>
  useChange((input: InputOf<typeof contract.createWebhook>) => call(contract.createWebhook, input), [WEBHOOKS]);

type Before = { id: number; events: readonly WebhookEvent[] };

/** The events are read again first, because a colleague may have changed them. */
export const useSetWebhook = () =>
  useChange(
    async ({ before, ...edited }: Partial<SetWebhook> & { before: Before }) => {
      const { id } = before;
      const now = (await call(contract.listWebhooks, {})).find((webhook) => webhook.id === id) ?? before;
      const events = edited.events && mergeList(now.events, before.events, edited.events);
      return call(contract.patchWebhook, { id, ...edited, ...(events && { events }) });
    },
    [WEBHOOKS],
  );

export const useDeleteWebhook = () => useChange((id: number) => call(contract.deleteWebhook, { id }), [WEBHOOKS]);

export const useChangeWebhookKey = () => useChange((id: number) => call(contract.changeWebhookKey, { id }), [WEBHOOKS]);

export const useTestWebhook = () => useChange((id: number) => call(contract.testWebhook, { id }), [WEBHOOKS]);

export const useReplayDelivery = () =>
  useChange((id: number) => call(contract.replayWebhookDelivery, { id }), [WEBHOOKS]);
