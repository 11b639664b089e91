import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import * as contract from '../bin.calls.ts';

const BIN = ['bin'] as const;

export const useBin = ({ kind, q }: { kind: string; q: string }) =>
  useQuery({
    queryKey: [...BIN, kind, q],
    queryFn: ({ signal }) =>
      call(
        contract.listBin,
        { ...(kind && { kind: kind as contract.BinKind }), ...(q.trim() && { q: q.trim() }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A restored record may appear in any list. */
export const useRestore = () =>
  useChange(
    ({ kind, id }: { kind: contract.BinKind; id: number }) => call(contract.restoreFromBin, { kind, id }),
    [BIN, ['users'], ['files'], ['tickets'], ['solutions'], ['saved-replies']],
    { evenAfterFailure: true },
  );
