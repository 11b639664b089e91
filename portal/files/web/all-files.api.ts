import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../web/api-error.ts';
import { call } from '../../../web/call.ts';
import type { ListQuery } from '../../../web/lists/list-shape.ts';
import { workThrough } from '../../../web/lists/work-through.ts';
import { useLongRows } from '../../../web/lists/use-long-rows.ts';
import { deleteFile, listFiles, type FileSummary } from '../files.contract.ts';
import { FILES_PLACE } from './all-files.list.ts';

const SOURCE = { endpoint: listFiles, shape: FILES_PLACE.shape, queryKey: ['files', 'all'] };

/** Every file there is, which may be a hundred thousand. */
export const useAllFiles = (query: ListQuery) => useLongRows<FileSummary>(SOURCE, query);

/** Deletes them as one press on each would; answers which could not be deleted. */
export function useDeleteFiles(onProgress: (done: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (files: readonly FileSummary[]) =>
      workThrough(files, ({ id }) => call(deleteFile, { id }).catch(unlessGone), onProgress),
    // The list takes its rest between two readings; nobody has to wait for that.
    onSettled: () => void client.invalidateQueries({ queryKey: ['files'] }),
  });
}

/** Somebody else has deleted it already. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
