import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import type { ListQuery } from '../../../web/lists/list-shape.ts';
import { useLongRows } from '../../../web/lists/use-long-rows.ts';
import { notifyUsers } from '../../messaging/notifications.contract.ts';
import { deleteFile, listFiles, type FileSummary } from '../files.contract.ts';
import { FILES_PLACE } from './all-files.list.ts';

const SOURCE = { endpoint: listFiles, shape: FILES_PLACE.shape, queryKey: ['files', 'all'] };

/** Every file there is, which may be a hundred thousand. */
export const useAllFiles = (query: ListQuery) => useLongRows<FileSummary>(SOURCE, query);

/** So many deletions are on their way at once. */
const AT_ONCE = 4;

/** Deletes one after another, as one press on each of them would; answers which could not be deleted. */
export function useDeleteFiles(onProgress: (done: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (files: readonly FileSummary[]) => {
      const waiting = [...files];
      const failed: FileSummary[] = [];
      let done = 0;
      const work = async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
          const wanted = file;
          await call(deleteFile, { id: wanted.id }).catch(() => failed.push(wanted));
          onProgress((done += 1));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return failed;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['files'] }),
  });
}

export const useNotifyUsers = () =>
  useMutation({ mutationFn: (input: { user_ids: number[]; message: string }) => call(notifyUsers, input) });
