import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { useChange } from '../../../web/use-change.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../settings.contract.ts';

export const useApplicationConfiguration = () =>
  useQuery({
    queryKey: ['application-configuration'],
    queryFn: ({ signal }) => call(contract.getApplicationConfiguration, {}, { signal }),
    staleTime: 60_000,
  });

/** The dashboard is refreshed as well, since its data includes the first start. */
const CHANGED = [['application-configuration'], ['dashboard']];

export const useSetApplicationConfiguration = () =>
  useChange(
    (texts: InputOf<typeof contract.setApplicationConfiguration>) => call(contract.setApplicationConfiguration, texts),
    CHANGED,
  );
