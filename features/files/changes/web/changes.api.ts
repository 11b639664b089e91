import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { fetchBlob } from '../../../../web/client/download.ts';
import * as files from '../../files.calls.ts';
import * as contract from '../changes.calls.ts';

const keyOf = (fileId: number) => ['change-link', fileId] as const;

/** Fetches both files of their owner, whose browser compares them: the first time, this delivers the modified one. */
export const useBothFiles = (fileId: number, enabled: boolean) =>
  useQuery({
    queryKey: ['both-files', fileId],
    enabled,
    queryFn: async () => {
      const modified = await fetchBlob(files.downloadModified, { id: fileId });
      const original = await fetchBlob(files.downloadOriginal, { id: fileId });
      const [before, after] = await Promise.all([original.arrayBuffer(), modified.arrayBuffer()]);
      return { original: new Uint8Array(before), modified: new Uint8Array(after) };
    },
    staleTime: Infinity,
    gcTime: 0,
  });

export const useChangeLink = (fileId: number) =>
  useQuery({
    queryKey: keyOf(fileId),
    queryFn: ({ signal }) => call(contract.getChangeLink, { id: fileId }, { signal }),
    staleTime: 0,
  });

export function useCreateChangeLink(fileId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(contract.createChangeLink, { id: fileId }),
    onSuccess: ({ created_at }) => client.setQueryData(keyOf(fileId), { created_at }),
  });
}

export function useRevokeChangeLink(fileId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(contract.revokeChangeLink, { id: fileId }),
    onSuccess: () => client.setQueryData(keyOf(fileId), { created_at: null }),
  });
}

/** What a link shows to everybody who has it. */
export const useSharedChanges = (token: string) =>
  useQuery({
    queryKey: ['shared-changes', token],
    queryFn: ({ signal }) => call(contract.readChangeLink, { token }, { signal }),
    enabled: token !== '',
    staleTime: Infinity,
  });
