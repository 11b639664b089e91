import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import * as contract from '../../access-tokens.calls.ts';

const TOKENS = ['access-tokens'] as const;

export const useAccessTokens = () =>
  useQuery({ queryKey: TOKENS, queryFn: ({ signal }) => call(contract.listAccessTokens, {}, { signal }) });

export const useCreateAccessToken = () =>
  useChange((input: InputOf<typeof contract.createAccessToken>) => call(contract.createAccessToken, input), [TOKENS]);

export const useDeleteAccessToken = () =>
  useChange((id: string) => call(contract.deleteAccessToken, { session: id }), [TOKENS]);
