import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../web/client/api-error.ts';
import { call } from '../../../web/client/call.ts';
import { download } from '../../../web/client/download.ts';
import { pollEvery } from '../../../web/client/polling.ts';
import { PREPARED_MS, queryClient } from '../../../web/client/query-client.ts';
import type { FileDetail } from '../file.ts';
import * as contract from '../files.calls.ts';

/** Poll intervals of a file's page: for its owner and for an administrator. */
export const OWNER_POLL_MS = 3000;
export const ADMINISTRATOR_POLL_MS = 5000;

const ALL_FILES = ['files'] as const;
const keyOf = (id: number) => ['file', id] as const;

const userFilesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...ALL_FILES, userId],
    queryFn: ({ signal }) => call(contract.listUserFiles, { id: userId }, { signal }),
    staleTime: PREPARED_MS,
  });

export const useUserFiles = (userId: number) => useQuery(userFilesQuery(userId));

/** Fetches the list of a customer's files before it is drawn. */
export const prepareUserFiles = (userId: number) => queryClient.prefetchQuery(userFilesQuery(userId));

const fileQuery = (id: number) =>
  queryOptions({ queryKey: keyOf(id), queryFn: ({ signal }) => call(contract.getFile, { id }, { signal }) });

/** Without `pollMs` the file is fetched only once. */
export const useFile = (id: number, pollMs?: number) =>
  useQuery({ ...fileQuery(id), ...(pollMs === undefined ? { staleTime: 0 } : pollEvery(pollMs)) });

/**
 * The file of a page, polled until it is gone. Without data, the library forgets the error while the file is requested
 * again; here it stays.
 */
export function usePolledFile(id: number, pollMs: number) {
  const { refetchInterval, ...polling } = pollEvery(pollMs);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...fileQuery(id),
    ...polling,
    refetchInterval: (query) =>
      query.state.data === undefined && isNotFound(query.state.error) ? false : refetchInterval(query),
  });
  const [last, setLast] = useState({ id, error });
  if (error !== null && error !== last.error) setLast({ id, error });
  const shown = error ?? (data === undefined && last.id === id ? last.error : null);
  return { data, error: shown, isGone: isNotFound(shown), dataUpdatedAt, retry: () => void refetch() };
}

const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404;

/** Fetches the file whose page is at this path before it is drawn. */
export const prepareFile = ({ pathname }: Pick<Location, 'pathname'>) => {
  const id = Number(/\d+/.exec(pathname)?.[0]);
  return queryClient.prefetchQuery({ ...fileQuery(id), staleTime: PREPARED_MS, retry: false });
};

/** For other domains that changed something that the file shows. */
export function useRefreshFile(id: number) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(id) });
}

/** For a change by the reader before the file's page is opened, so that the page does not announce it. */
export function useForgetFile() {
  const client = useQueryClient();
  return (id: number) => client.removeQueries({ queryKey: keyOf(id) });
}

export const useFileHistory = (id: number) =>
  useQuery({
    queryKey: [...keyOf(id), 'history'],
    queryFn: ({ signal }) => call(contract.listFileHistory, { id }, { signal }),
    staleTime: 0,
  });

/** Shows the response of a change on the page at once, and refreshes what depends on it. */
export function useChangeFile<Input, Detail extends FileDetail>(change: (input: Input) => Promise<Detail>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (detail) => {
      // An older response that is still on its way must not overwrite this one.
      await client.cancelQueries({ queryKey: keyOf(detail.file.id) });
      client.setQueryData(keyOf(detail.file.id), detail);
      void client.invalidateQueries({ queryKey: [...keyOf(detail.file.id), 'history'] });
      void client.invalidateQueries({ queryKey: ALL_FILES });
      void client.invalidateQueries({ queryKey: ['my-user'] });
    },
  });
}

export const useCancelFile = () => useChangeFile((id: number) => call(contract.cancelFile, { id }));
export const useUndoCancel = () => useChangeFile((id: number) => call(contract.undoCancel, { id }));

/** `price` is the one on the screen: if it no longer applies, nothing is paid. */
export const useConfirmAndPay = () =>
  useChangeFile((input: { id: number; price: number }) => call(contract.confirmAndPay, input));

export const useStartWork = () => useChangeFile((id: number) => call(contract.startWork, { id }));
export const useUndoStartWork = () => useChangeFile((id: number) => call(contract.undoStartWork, { id }));

export function useDeleteFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(contract.deleteFile, { id }),
    // The long list pauses between two refetches, and no user waits for it.
    onSuccess: () => void client.invalidateQueries({ queryKey: ALL_FILES }),
  });
}

export const useDownloadOriginal = () =>
  useMutation({ mutationFn: (id: number) => download(contract.downloadOriginal, { id }) });
export const useDownloadModified = () =>
  useMutation({ mutationFn: (id: number) => download(contract.downloadModified, { id }) });
