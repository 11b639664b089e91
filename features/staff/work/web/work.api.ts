import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../../web/client/call.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import { useCan, useSession } from '../../../../web/client/session.ts';
import { endPresence, getWork, notePresence, type Work } from '../work.calls.ts';
import type { TargetKind } from '../target-kinds.ts';
import { PRESENCE_RENEWAL_MS } from '../work-filter.ts';

/** Arrivals and departures come as events; polling covers leases that expire silently, and the passing time. */
const WORK_POLL_MS = 30_000;

export interface SharedWork {
  staff: Work['staff'];
  nameOf: (id: number | null | undefined) => string | null;
  /** The colleagues who have a file open. */
  openWith: (fileId: number) => Work['staff'];
  /** The moment for which waiting times are shown, in milliseconds. */
  now: number;
  isOverdue: (kind: TargetKind, since: string) => boolean;
}

const NOTHING: Work = {
  staff: [],
  open: [],
  overdue_since: { PENDING: null, IN_PROGRESS: null, PROCESSED: null, TICKET: null },
};

/** Returns who works on what; empty for users without the permission. */
export function useWork(): SharedWork {
  const myId = useSession()?.user.id;
  const { data = NOTHING, dataUpdatedAt } = useQuery({
    queryKey: ['work'],
    queryFn: ({ signal }) => call(getWork, {}, { signal }),
    enabled: useCan('work.read'),
    ...pollEvery(WORK_POLL_MS),
  });
  return useMemo(() => describe(data, { myId, now: dataUpdatedAt }), [data, myId, dataUpdatedAt]);
}

function describe(
  { staff, open, overdue_since }: Work,
  { myId, now }: { myId: number | undefined; now: number },
): SharedWork {
  const known = new Map(staff.map((one) => [one.id, one]));
  return {
    staff,
    nameOf: (id) => known.get(id ?? 0)?.username ?? null,
    now,
    openWith: (fileId) =>
      open.flatMap(({ file_id, user_id }) => {
        const colleague = file_id === fileId && user_id !== myId ? known.get(user_id) : undefined;
        return colleague === undefined ? [] : [colleague];
      }),
    isOverdue: (kind, since) => {
      const moment = overdue_since[kind];
      return moment !== null && Date.parse(since) < Date.parse(moment);
    },
  };
}

/**
 * Shows colleagues that this page is open, while it is visible. If the browser ends without notice, the lease expires.
 */
export function usePresence(fileId: number): void {
  const isShared = useCan('work.read');
  useEffect(() => {
    if (!isShared) return undefined;
    const note = () => {
      // A failure means a lost connection, which the polls of the page report.
      if (document.visibilityState === 'visible') call(notePresence, { id: fileId }).catch(() => undefined);
    };
    const end = () => void call(endPresence, { id: fileId }, { keepalive: true }).catch(() => undefined);
    note();
    const timer = setInterval(note, PRESENCE_RENEWAL_MS);
    document.addEventListener('visibilitychange', note);
    window.addEventListener('pagehide', end);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', note);
      window.removeEventListener('pagehide', end);
      end();
    };
  }, [fileId, isShared]);
}
