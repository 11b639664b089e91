import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { download, fetchBlob } from '../../../web/client/download.ts';
import { pollEvery } from '../../../web/client/polling.ts';
import { getSession } from '../../../web/client/session.ts';
import { type UploadOptions, upload } from '../../../web/client/upload.ts';
import { canSendMessage } from '../tickets.rules.ts';
import type { Ticket } from '../ticket.ts';
import * as contract from '../tickets.calls.ts';
import { type ReadTicket, pollTicket, readEarlier, readTicket, withEarlier, withMessage } from './ticket-pages.tsx';
import { useChange } from '../../../web/client/use-change.ts';
import { deleteSavedReply, listQueue, listSavedReplies, nextInQueue, saveReply } from '../queue.calls.ts';

/** How often an open ticket is polled (X-POLL-04). */
const POLL_MS = 5000;

const ALL_TICKETS = ['tickets'] as const;
const keyOf = (id: number) => ['ticket', id] as const;

export const useUserTickets = (userId: number) =>
  useQuery({
    queryKey: [...ALL_TICKETS, userId],
    queryFn: ({ signal }) => call(contract.listUserTickets, { id: userId }, { signal }),
    staleTime: 0,
  });

const polling = pollEvery(POLL_MS);

/** Shared by everything that shows a ticket: an event reads it with the options of the component rendered last. */
const ticketQuery = (client: QueryClient, id: number) =>
  queryOptions<ReadTicket>({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => pollTicket(id, client.getQueryData<ReadTicket>(keyOf(id)), { signal }),
  });

/** Polls a ticket unless it is closed. */
export function useTicket(id: number) {
  return useQuery({
    ...ticketQuery(useQueryClient(), id),
    ...polling,
    refetchInterval: (query) =>
      query.state.data && !canSendMessage(query.state.data) ? false : polling.refetchInterval(query),
  });
}

/** Adds the page before what is shown, calling `onAdd` first. Cancels a poll under way, which would overwrite it. */
export function useEarlierMessages(id: number, onAdd: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ticket: ReadTicket) => readEarlier(ticket),
    onSuccess: async (page) => {
      await client.cancelQueries({ queryKey: keyOf(id) });
      onAdd();
      client.setQueryData<ReadTicket>(keyOf(id), (ticket) => ticket && withEarlier(ticket, page));
    },
  });
}

/** The data of the chat on the same page; sends no requests itself, or there would be twice as many polls. */
export const useShownTicket = (id: number) => useQuery({ ...ticketQuery(useQueryClient(), id), enabled: false });

/** Cancels an older request on its way, so that its response does not arrive after this one. */
async function showTicket(client: QueryClient, ticket: Ticket) {
  await client.cancelQueries({ queryKey: keyOf(ticket.id) });
  client.setQueryData<ReadTicket>(keyOf(ticket.id), (known) => readTicket(ticket, known));
  void client.invalidateQueries({ queryKey: ALL_TICKETS });
}

type Opening = { fileId: number; subject: string; message: string } & UploadOptions;

export function useOpenTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fileId, subject, message, ...options }: Opening) => {
      // The fields listed in the specification are sent along; the server reads only file and message.
      const listed = { fileId, ticketId: fileId, subject, message, attachment: options.file?.name ?? null };
      return upload(contract.openTicket, listed as typeof listed & { fileId: number }, options);
    },
    onSuccess: (ticket) => {
      void client.invalidateQueries({ queryKey: ['file', ticket.file_id] });
      return showTicket(client, ticket);
    },
  });
}

type Sending = { message: string } & UploadOptions;

export function useSendMessage(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, ...options }: Sending) => {
      // As above: author and time are set by the server.
      const listed = {
        ticket_id: id,
        user_id: getSession()?.user.id,
        message,
        file_name: options.file?.name ?? null,
        created_at: new Date().toISOString(),
      };
      return upload(contract.sendMessage, { id, ...listed }, options);
    },
    onSuccess: async (message) => {
      await client.cancelQueries({ queryKey: keyOf(id) });
      client.setQueryData<ReadTicket>(keyOf(id), (ticket) => ticket && withMessage(ticket, message));
    },
    // The ticket may have been closed in the meantime.
    onError: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}

function useChangeTicket(change: (id: number) => Promise<Ticket>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: (ticket) => showTicket(client, ticket) });
}

export const useCloseTicket = () => useChangeTicket((id) => call(contract.closeTicket, { id }));
export const useReopenTicket = () => useChangeTicket((id) => call(contract.reopenTicket, { id }));

export function useReopenOwnTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text }: { id: number; text: string }) => call(contract.reopenOwnTicket, { id, message: text }),
    onSuccess: (ticket) => showTicket(client, ticket),
  });
}

type Place = { id: number; messageId: number };

/** An attachment never changes, so its key is not part of the ticket's: ticket updates do not fetch the bytes again. */
export const useAttachment = ({ id, messageId }: Place, isEnabled: boolean) =>
  useQuery({
    queryKey: ['attachment', messageId],
    queryFn: () => fetchBlob(contract.downloadAttachment, { id, messageId }),
    staleTime: Infinity,
    enabled: isEnabled,
  });

export const useDownloadAttachment = () =>
  useMutation({ mutationFn: (place: Place) => download(contract.downloadAttachment, place) });

/** Events arrive at once; polling is for an unreliable connection. */
const QUEUE_POLL_MS = 30_000;

export const useQueue = () =>
  useQuery({
    queryKey: ['waiting', 'queue'],
    queryFn: ({ signal }) => call(listQueue, {}, { signal }),
    ...pollEvery(QUEUE_POLL_MS),
  });

/** Requested again on every press, as others work on the same queue. */
export const useNextInQueue = () =>
  useMutation({ mutationFn: (after: number | undefined) => call(nextInQueue, after === undefined ? {} : { after }) });

const REPLIES = ['saved-replies'] as const;

export const useSavedReplies = (isEnabled: boolean) =>
  useQuery({ queryKey: REPLIES, queryFn: ({ signal }) => call(listSavedReplies, {}, { signal }), enabled: isEnabled });

export const useSaveReply = () =>
  useChange((input: { title: string; message: string }) => call(saveReply, input), [REPLIES]);
export const useDeleteSavedReply = () => useChange((id: number) => call(deleteSavedReply, { id }), [REPLIES]);
