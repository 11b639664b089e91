import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { download, fetchBlob } from '../../../web/download.ts';
import { getFile } from '../../files/files.contract.ts';
import { useChangeFile } from '../../files/web/files.api.ts';
import { sendFurtherFiles, type ChosenFile } from '../../further-files/web/further-files.api.ts';
import * as contract from '../revisions.contract.ts';

/** Asked for again when `version` of the file changes. */
export const useRevisions = (id: number, version: string) =>
  useQuery({
    queryKey: ['file', id, 'revisions', version],
    queryFn: ({ signal }) => call(contract.listRevisions, { id }, { signal }),
    placeholderData: (before) => before,
  });

interface Beside {
  /** What goes with the reason. */
  chosen: readonly ChosenFile[];
  onMissing: (names: string[]) => void;
}

/** The request first: a delivered file takes further files once it is in the queue again. */
export const useRequestRevision = ({ chosen, onMissing }: Beside) =>
  useChangeFile(async ({ id, text }: { id: number; text: string }) => {
    const requested = await call(contract.requestRevision, { id, reason: text });
    if (chosen.length === 0) return requested;
    const { missing } = await sendFurtherFiles(id, chosen);
    if (missing.length > 0) onMissing(missing.map(({ file }) => file.name));
    // What was sent is shown by the poll, if this does not arrive: the request itself is there.
    return call(getFile, { id }).catch(() => requested);
  });

/** The bytes of a version, which never change. */
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
