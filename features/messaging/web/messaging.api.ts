import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import * as contract from '../messaging.calls.ts';

export const useMails = () =>
  useQuery({ queryKey: ['mails'], queryFn: ({ signal }) => call(contract.listMails, {}, { signal }) });

export const useMail = (id: number | null) =>
  useQuery({
    queryKey: ['mails', id],
    queryFn: ({ signal }) => call(contract.getMail, { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });
