import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { download } from '../../../../web/client/download.ts';
import { createKey, upload, type Progress } from '../../../../web/client/upload.ts';
import { useRefreshFile } from '../../web/files.api.ts';
import * as contract from '../further-files.calls.ts';
import { kindOfName } from '../further-files.rules.ts';

/** A chosen file that has not been sent yet. */
export interface ChosenFile {
  file: File;
  kind: contract.FurtherKind;
  /** Idempotency key shared by all attempts to send it, so that a lost response cannot store it twice. */
  key: string;
}

export const choose = (file: File): ChosenFile => ({ file, kind: kindOfName(file.name), key: createKey() });

const RETRIES = 3;

/** Sends the files one after the other; returns those that did not arrive, with the reason of the last failure. */
export async function sendFurtherFiles(
  id: number,
  chosen: readonly ChosenFile[],
  onProgress?: (progress: Progress) => void,
): Promise<{ missing: ChosenFile[]; error: unknown }> {
  const missing: ChosenFile[] = [];
  let error: unknown = null;
  for (const { file, kind, key } of chosen) {
    try {
      await upload(
        contract.addFurtherFile,
        { id, kind },
        { file, retries: RETRIES, idempotencyKey: key, ...(onProgress && { onProgress }) },
      );
    } catch (reason) {
      missing.push({ file, kind, key });
      error = reason;
    }
  }
  return { missing, error };
}

const keyOf = (id: number) => ['file', id, 'further-files'] as const;

/** Refetches when the number of further files changes, which the polled file contains. */
export const useFurtherFiles = (id: number, count: number) =>
  useQuery({
    queryKey: [...keyOf(id), count],
    queryFn: ({ signal }) => call(contract.listFurtherFiles, { id }, { signal }),
    enabled: count > 0,
    placeholderData: (before) => before,
  });

export function useSendFurtherFiles(id: number) {
  const client = useQueryClient();
  const refresh = useRefreshFile(id);
  return useMutation({
    mutationFn: ({ chosen, onProgress }: { chosen: ChosenFile[]; onProgress: (progress: Progress) => void }) =>
      sendFurtherFiles(id, chosen, onProgress),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keyOf(id) });
      await refresh();
    },
  });
}

export const useDownloadFurtherFile = () =>
  useMutation({
    mutationFn: (place: { id: number; furtherId: number }) => download(contract.downloadFurtherFile, place),
  });
