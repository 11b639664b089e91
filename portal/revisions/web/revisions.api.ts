import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { download } from '../../../web/download.ts';
import { useChangeFile } from '../../files/web/files.api.ts';
import * as contract from '../revisions.contract.ts';

/** Asked for again when `version` of the file changes. */
export const useRevisions = (id: number, version: string) =>
  useQuery({
    queryKey: ['file', id, 'revisions', version],
    queryFn: ({ signal }) => call(contract.listRevisions, { id }, { signal }),
    placeholderData: (before) => before,
  });

export const useRequestRevision = () =>
  useChangeFile((input: { id: number; text: string }) =>
    call(contract.requestRevision, { id: input.id, reason: input.text }),
  );

export const useDeclineRevision = () =>
  useChangeFile((input: { id: number; text: string }) =>
    call(contract.declineRevision, { id: input.id, note: input.text }),
  );

export const useDownloadVersion = () =>
  useMutation({
    mutationFn: (place: { id: number; versionId: number }) => download(contract.downloadVersion, place),
  });
