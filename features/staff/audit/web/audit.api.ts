import { call } from '../../../../web/client/call.ts';
import { useLog } from '../../../../web/lists/use-log.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import * as contract from '../audit.calls.ts';

export type Filter = Omit<InputOf<typeof contract.listChanges>, 'cursor'>;

const rowsOf = ({ changes }: ReplyOf<typeof contract.listChanges>) => changes;

/** The audit list, loaded as far as the user has scrolled. */
export const useChanges = (filter: Filter) =>
  useLog({
    queryKey: ['changes', filter],
    read: (cursor, signal) => call(contract.listChanges, { ...filter, ...(cursor && { cursor }) }, { signal }),
    rowsOf,
  });
