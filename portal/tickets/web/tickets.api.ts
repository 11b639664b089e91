import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { download, fetchBlob } from '../../../web/download.ts';
import { pollEvery } from '../../../web/polling.ts';
import { getSession } from '../../../web/session.ts';
import { upload, type UploadOptions } from '../../../web/upload.ts';
import { canSendMessage } from '../tickets.rules.ts';
import * as contract from '../tickets.contract.ts';

/** How often an open ticket asks for news (X-POLL-04). */
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

/** Nobody asks a closed ticket for news. */
export const useTicket = (id: number) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(contract.getTicket, { id }, { signal }),
    ...polling,
    refetchInterval: (query) =>
      query.state.data && !canSendMessage(query.state.data) ? false : polling.refetchInterval(query),
  });

/** What the chat on the same page has asked for; asks nothing itself, or there would be twice as many polls. */
export const useShownTicket = (id: number) =>
  useQuery({ queryKey: keyOf(id), queryFn: () => call(contract.getTicket, { id }), enabled: false });

/** An older answer that is still on its way must not come after this one. */
async function showTicket(client: QueryClient, ticket: contract.Ticket) {
  await client.cancelQueries({ queryKey: keyOf(ticket.id) });
  client.setQueryData(keyOf(ticket.id), ticket);
  void client.invalidateQueries({ queryKey: ALL_TICKETS });
}

type Opening = { fileId: number; subject: string; message: string } & UploadOptions;

export function useOpenTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fileId, subject, message, ...options }: Opening) => {
      // What the specification lists goes along; the server reads file and message.
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
      // As above: who writes and when is the server's to say.
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
      client.setQueryData<contract.Ticket>(keyOf(id), (ticket) => ticket && withMessage(ticket, message));
    },
    // Perhaps it was closed in the meantime.
    onError: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}

/** A poll may have brought it already. */
function withMessage(ticket: contract.Ticket, message: contract.TicketMessage): contract.Ticket {
  const others = ticket.ticket_messages.filter(({ id }) => id !== message.id);
  return { ...ticket, ticket_messages: [...others, message].sort((one, other) => one.id - other.id) };
}

function useChangeTicket(change: (id: number) => Promise<contract.Ticket>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: (ticket) => showTicket(client, ticket) });
}

export const useCloseTicket = () => useChangeTicket((id) => call(contract.closeTicket, { id }));
export const useReopenTicket = () => useChangeTicket((id) => call(contract.reopenTicket, { id }));

type Place = { id: number; messageId: number };

/** An attachment never changes, so its key is none of the ticket's: news about that fetch no bytes again. */
export const useAttachment = ({ id, messageId }: Place, isWanted: boolean) =>
  useQuery({
    queryKey: ['attachment', messageId],
    queryFn: () => fetchBlob(contract.downloadAttachment, { id, messageId }),
    staleTime: Infinity,
    enabled: isWanted,
  });

export const useDownloadAttachment = () =>
  useMutation({ mutationFn: (place: Place) => download(contract.downloadAttachment, place) });
