import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { download } from '../../../web/download.ts';
import { listInput, type ListQuery } from '../../../web/lists/list-query.ts';
import type { SelectionInput } from '../../../web/lists/list-selection.tsx';
import { useListPages, type ListSource } from '../../../web/lists/use-list-pages.ts';
import {
  deleteSelectedFiles,
  describeSelectedFiles,
  downloadFilesCsv,
  listFiles,
  notifyFileOwners,
  type FileSummary,
} from '../files.contract.ts';
import { FILE_SORTS, FILE_STATUSES, PRICE_STATUSES } from '../files.list.ts';

export const ALL_FILES: ListSource = {
  endpoint: listFiles,
  queryKey: ['files', 'all'],
  sorts: FILE_SORTS,
  filters: { status: FILE_STATUSES, price_status: PRICE_STATUSES },
};

/** Every file there is, which may be a million. */
export const useAllFiles = (query: ListQuery) => useListPages<FileSummary>(ALL_FILES, query);

export const downloadAllFiles = (query: ListQuery) => download(downloadFilesCsv, listInput(query, ALL_FILES) as never);

/** What a selection is at this moment; asked again each time a dialog shows it. */
export const useSelectedFiles = (selection: SelectionInput, { isEnabled = true, keepsLast = false } = {}) =>
  useQuery({
    queryKey: ['selected-files', selection],
    queryFn: ({ signal }) => call(describeSelectedFiles, selection as never, { signal }),
    enabled: isEnabled,
    // In the bar, which would jump with each tick; a question that is confirmed shows nothing old.
    ...(keepsLast && { placeholderData: keepPreviousData }),
    staleTime: 0,
    gcTime: 0,
  });

export function useDeleteFiles() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SelectionInput & { count: number }) => call(deleteSelectedFiles, input as never),
    onSettled: () => client.invalidateQueries({ queryKey: ['files'] }),
  });
}

type Notification = SelectionInput & { count: number; message: string; leave_out_deleted?: true };

export const useNotifyFileOwners = () =>
  useMutation({ mutationFn: (input: Notification) => call(notifyFileOwners, input as never) });
