import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import { nextInQueue } from '../queue.calls.ts';
import { deleteSavedReply, listSavedReplies, saveReply } from '../replies.calls.ts';

/** Requested again on every press, as others work on the same queue. */
export const useNextInQueue = () =>
  useMutation({ mutationFn: (after: number | undefined) => call(nextInQueue, after === undefined ? {} : { after }) });

const REPLIES = ['saved-replies'] as const;

export const useSavedReplies = (isEnabled: boolean) =>
  useQuery({ queryKey: REPLIES, queryFn: ({ signal }) => call(listSavedReplies, {}, { signal }), enabled: isEnabled });

export const useSaveReply = () =>
  useChange((input: { title: string; message: string }) => call(saveReply, input), [REPLIES]);
export const useDeleteSavedReply = () => useChange((id: number) => call(deleteSavedReply, { id }), [REPLIES]);
