import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '../../../contract/endpoint.ts';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import * as contract from '../webhooks.calls.ts';

const WEBHOOKS = ['webhooks'] as const;

export const useWebhooks = () =>
  useQuery({ queryKey: WEBHOOKS, queryFn: ({ signal }) => call(contract.listWebhooks, {}, { signal }) });

export const useCreateWebhook = () =>
  useChange((input: InputOf<typeof contract.createWebhook>) => call(contract.createWebhook, input), [WEBHOOKS]);

export const useSetWebhook = () =>
  useChange((input: InputOf<typeof contract.patchWebhook>) => call(contract.patchWebhook, input), [WEBHOOKS]);

export const useDeleteWebhook = () => useChange((id: number) => call(contract.deleteWebhook, { id }), [WEBHOOKS]);

export const useChangeWebhookKey = () => useChange((id: number) => call(contract.changeWebhookKey, { id }), [WEBHOOKS]);

export const useTestWebhook = () => useChange((id: number) => call(contract.testWebhook, { id }), [WEBHOOKS]);

export const useReplayDelivery = () =>
  useChange((id: number) => call(contract.replayWebhookDelivery, { id }), [WEBHOOKS]);
