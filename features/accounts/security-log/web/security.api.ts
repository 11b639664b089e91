import { call } from '../../../../web/client/call.ts';
import { useLog } from '../../../../web/lists/use-log.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import * as contract from '../security.calls.ts';

export type Filter = Omit<InputOf<typeof contract.listSecurityEvents>, 'cursor'>;

const rowsOf = ({ events }: ReplyOf<typeof contract.listSecurityEvents>) => events;

/** The security log, loaded as far as the user has scrolled. */
export const useSecurityEvents = (filter: Filter) =>
  useLog({
    queryKey: ['security-events', filter],
    read: (cursor, signal) => call(contract.listSecurityEvents, { ...filter, ...(cursor && { cursor }) }, { signal }),
    rowsOf,
  });
