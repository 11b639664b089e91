import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { download, fetchBlob } from '../../../../web/client/download.ts';
import { getFile } from '../../files.calls.ts';
import * as contract from '../revisions.calls.ts';
import { useChangeFile } from '../../web/files.api.ts';
import { sendFurtherFiles, type ChosenFile } from '../../further/web/further-files.api.ts';

/** Refetches when the `version` of the file changes. */
export const useRevisions = (id: number, version: string) =>
  useQuery({
    queryKey: ['file', id, 'revisions', version],
    queryFn: ({ signal }) => call(contract.listRevisions, { id }, { signal }),
    placeholderData: (before) => before,
  });

interface Beside {
  /** Files that accompany the reason. */
  chosen: readonly ChosenFile[];
  onMissing: (names: string[]) => void;
}

/** Sends the request before the files: a delivered file accepts further files only once it is back in the queue. */
export const useRequestRevision = ({ chosen, onMissing }: Beside) =>
  useChangeFile(async ({ id, text }: { id: number; text: string }) => {
    const requested = await call(contract.requestRevision, { id, reason: text });
    if (chosen.length === 0) return requested;
    const { missing } = await sendFurtherFiles(id, chosen);
    if (missing.length > 0) onMissing(missing.map(({ file }) => file.name));
    // If this call fails, the next poll shows the files: the request itself has succeeded.
    return call(getFile, { id }).catch(() => requested);
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
