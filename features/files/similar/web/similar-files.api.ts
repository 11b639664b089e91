import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { fetchBlob } from '../../../../web/client/download.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import type { FindingName } from '../../findings.ts';
import * as contract from '../similar-files.calls.ts';
import { useChangeFile } from '../../web/files.api.ts';

const keyOf = (fileId: number) => ['file', fileId, 'similar-files'] as const;

const WAITING_POLL_MS = 3000;

/** Polls while the server is still comparing. */
export const useSimilarFiles = (fileId: number) => {
  const { refetchInterval, ...polling } = pollEvery(WAITING_POLL_MS);
  return useQuery({
    queryKey: keyOf(fileId),
    queryFn: ({ signal }) => call(contract.listSimilarFiles, { id: fileId }, { signal }),
    ...polling,
    refetchInterval: (query) =>
      query.state.data === undefined || query.state.data.state === 'WAITING' ? refetchInterval(query) : false,
  });
};

/** Fetches an original for the comparison; it never changes. */
export const useOriginalToCompare = (id: number) =>
  useQuery({
    queryKey: ['original-to-compare', id],
    queryFn: async () => new Uint8Array(await (await fetchBlob(contract.downloadToCompare, { id })).arrayBuffer()),
    staleTime: Infinity,
    gcTime: 60_000,
  });

export const useReuseCheck = (id: number, otherId: number) =>
  useQuery({
    queryKey: [...keyOf(id), 'reuse', otherId],
    queryFn: ({ signal }) => call(contract.checkReuse, { id, otherId }, { signal }),
    staleTime: 0,
    retry: false,
  });

export const useReuseModified = () =>
  useChangeFile((input: { id: number; otherId: number; confirmed: FindingName[] }) =>
    call(contract.reuseModified, input),
  );
