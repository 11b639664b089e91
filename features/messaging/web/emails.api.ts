import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { EmailFields } from '../message-fields.ts';
import * as contract from '../emails.calls.ts';

const MAILINGS = ['mailings'] as const;
/** Poll interval while mails are being sent; afterwards nothing changes any more. */
const PROGRESS_MS = 1000;

export const useMailRecipients = () =>
  useQuery({
    queryKey: ['mail-recipients'],
    queryFn: ({ signal }) => call(contract.listMailRecipients, {}, { signal }),
  });

export const useMailings = () =>
  useQuery({
    queryKey: MAILINGS,
    queryFn: ({ signal }) => call(contract.listMailings, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) ? PROGRESS_MS : false),
  });

export const useMailing = (id: number) =>
  useQuery({
    queryKey: [...MAILINGS, id],
    queryFn: ({ signal }) => call(contract.getMailing, { id }, { signal }),
    refetchInterval: ({ state }) => ((state.data?.mailing.waiting ?? 1) > 0 ? PROGRESS_MS : false),
  });

export function useSendEmails() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: EmailFields) => call(contract.sendEmails, fields),
    onSuccess: ({ mailing, deliveries, stays_here }) => {
      client.setQueryData([...MAILINGS, mailing.id], { mailing, deliveries, stays_here });
      void client.invalidateQueries({ queryKey: MAILINGS, exact: true });
    },
  });
}

export const useSendEmailsAsync = () =>
  useChange((fields: EmailFields) => call(contract.sendEmailsAsync, fields), [MAILINGS]);
