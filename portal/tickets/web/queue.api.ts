import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { nextInQueue } from '../queue.contract.ts';
import { deleteSavedReply, listSavedReplies, saveReply } from '../replies.contract.ts';

/** Asked anew at every press: somebody else works the same queue. */
export const useNextInQueue = () =>
  useMutation({ mutationFn: (after: number | undefined) => call(nextInQueue, after === undefined ? {} : { after }) });

const REPLIES = ['saved-replies'] as const;

export const useSavedReplies = (isWanted: boolean) =>
  useQuery({ queryKey: REPLIES, queryFn: ({ signal }) => call(listSavedReplies, {}, { signal }), enabled: isWanted });

function useChangeReplies<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: REPLIES }) });
}

export const useSaveReply = () =>
  useChangeReplies((input: { title: string; message: string }) => call(saveReply, input));
export const useDeleteSavedReply = () => useChangeReplies((id: number) => call(deleteSavedReply, { id }));
