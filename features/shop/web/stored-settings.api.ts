import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import * as contract from '../stored-settings.calls.ts';
import type { StoredSettings } from '../stored-settings.ts';

const KEY = ['shop-settings'] as const;

export const useStoredSettings = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(contract.getStoredSettings, {}, { signal }), staleTime: 0 });

export const useSetStoredSettings = () =>
  useChange(
    (values: StoredSettings) => call(contract.setStoredSettings, values),
    [KEY, ['application-configuration'], ['dashboard']],
  );
