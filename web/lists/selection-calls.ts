import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts';
import { call } from '../client/call.ts';
import type { SelectionInput } from './list-selection.tsx';

export interface SelectedOptions {
  isEnabled?: boolean;
  keepsLast?: boolean;
}

/** Reads what a selection currently consists of; read again each time a dialog shows it. */
export const useSelected = <E extends Endpoint>(
  endpoint: E,
  selection: SelectionInput,
  { isEnabled = true, keepsLast = false }: SelectedOptions = {},
) =>
  useQuery({
    queryKey: ['selected', endpoint.path, selection],
    queryFn: ({ signal }): Promise<ReplyOf<E>> => call(endpoint, selection as never, { signal }),
    enabled: isEnabled,
    // For the bar, which would otherwise jump with each tick. A dialog that is confirmed must not show old data.
    ...(keepsLast && { placeholderData: keepPreviousData }),
    staleTime: 0,
    gcTime: 0,
  });

type Notification = SelectionInput & { count: number; message: string; leave_out_deleted?: true };

export const useNotifyOwners = <E extends Endpoint>(endpoint: E) =>
  useMutation({ mutationFn: (input: Notification) => call(endpoint, input as never) });
