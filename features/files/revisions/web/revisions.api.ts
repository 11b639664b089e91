import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { download, fetchBlob } from '../../../../web/client/download.ts';
import * as contract from '../revisions.calls.ts';
import { useChangeFile } from '../../web/files.api.ts';

/** Refetches when the `version` of the file changes. */
export const useRevisions = (id: number, version: string) =>
  useQuery({
    queryKey: ['file', id, 'revisions', version],
    queryFn: ({ signal }) => call(contract.listRevisions, { id }, { signal }),
    placeholderData: (before) => before,
  });

/** Fetches the bytes of a version, which never change. */
export const useVersionBytes = (id: number, versionId: number) =>
  useQuery({
    queryKey: ['file-version', id, versionId],
    queryFn: async () =>
      new Uint8Array(await (await fetchBlob(contract.downloadVersion, { id, versionId })).arrayBuffer()),
    staleTime: Infinity,
    gcTime: 0,
  });

export const useDeclineRevision = () =>
  useChangeFile((input: { id: number; text: string }) =>
    call(contract.declineRevision, { id: input.id, note: input.text }),
  );

export const useDownloadVersion = () =>
  useMutation({
    mutationFn: (place: { id: number; versionId: number }) => download(contract.downloadVersion, place),
  });
