import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import * as contract from '../first-start.calls.ts';
import type { FirstStart } from '../first-start.calls.ts';

/** Below the dashboard's key: events of files refresh it too. */
const KEY = ['dashboard', 'first-start'] as const;
const CHANGED = [['dashboard']];

/** Polling covers what nothing announces: an accepted mail, a payment, a backup from the command line. */
const POLL_MS = 10_000;
/** Used while a mail or a backup is awaited. */
const PENDING_POLL_MS = 1500;

export const useFirstStart = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(contract.getFirstStart, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isPending(state.data) ? PENDING_POLL_MS : POLL_MS),
  });

const isPending = (data: FirstStart | undefined): boolean => {
  if (data === undefined) return false;
  const { mail, backup } = data.facts;
  return (mail.test !== null && mail.test.sent_at === null) || backup.requested_at !== null;
};

export const useDismissFirstStart = () => useChange(() => call(contract.dismissFirstStart, {}), CHANGED);
export const useSendTestMail = () => useChange(() => call(contract.sendTestMail, {}), CHANGED);
export const useRequestBackup = () => useChange(() => call(contract.requestBackup, {}), CHANGED);
