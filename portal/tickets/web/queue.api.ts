import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { nextInQueue } from '../queue.contract.ts';
import { deleteSavedReply, listSavedReplies, saveReply } from '../replies.contract.ts';

/** Asked again at every press: others work on the same queue. */
export const useNextInQueue = () =>
  useMutation({ mutationFn: (after: number | undefined) => call(nextInQueue, after === undefined ? {} : { after }) });

const REPLIES = ['saved-replies'] as const;

export const useSavedReplies = (isEnabled: boolean) =>
  useQuery({ queryKey: REPLIES, queryFn: ({ signal }) => call(listSavedReplies, {}, { signal }), enabled: isEnabled });

function useChangeReplies<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: REPLIES }) });
}

export const useSaveReply = () =>
  useChangeReplies((input: { title: string; message: string }) => call(saveReply, input));
export const useDeleteSavedReply = () => useChangeReplies((id: number) => call(deleteSavedReply, { id }));
