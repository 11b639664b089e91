import { useEffect, useMemo, useRef, useState } from 'react';
import { useIsPageVisible } from '../../../web/client/polling.ts';
import { useKnownUser } from './accounts.api.ts';
import { type Notification, UNREAD_KINDS, type UnreadKind } from '../../messaging/notifications.calls.ts';
import { useMarkFileRead } from '../../messaging/web/notifications.api.ts';

/** The unread kinds by file id. */
export type UnreadByFile = ReadonlyMap<number, readonly UnreadKind[]>;

const NONE: readonly Notification[] = [];

/** The notifications of the bell, which every badge shows as well. */
const useUnreadNotifications = (): readonly Notification[] => useKnownUser().data?.notifications ?? NONE;

export const useUnreadCount = (): number => useUnreadNotifications().length;

/** For the rows of a list: computed once instead of in every row. */
export function useUnreadByFile(kinds: readonly UnreadKind[] = UNREAD_KINDS): UnreadByFile {
  const unread = useUnreadNotifications();
  return useMemo(() => {
    const byFile = new Map<number, UnreadKind[]>();
    for (const { file_id, kind } of unread) {
      if (file_id === null || kind === null || !kinds.includes(kind)) continue;
      byFile.set(file_id, [...(byFile.get(file_id) ?? []), kind]);
    }
    return byFile;
  }, [unread, kinds]);
}

/**
 * Marks what is unread about a file as read while its page is shown. Returns what was unread, in the order in which it
 * was seen: it stays marked on the page until the reader leaves.
 */
export function useReadFile(fileId: number): readonly UnreadKind[] {
  const about = useUnreadNotifications().filter((one) => one.file_id === fileId);
  const newest = about.reduce((highest, { id }) => Math.max(highest, id), 0);
  const isVisible = useIsPageVisible();
  const { mutate } = useMarkFileRead();
  // After a failure the notification reappears; the next visit tries again.
  const tried = useRef(0);
  const [seen, setSeen] = useState<readonly UnreadKind[]>([]);
  const unseen = about.flatMap(({ kind }) => (kind === null || seen.includes(kind) ? [] : [kind]));
  if (isVisible && unseen.length > 0) setSeen([...seen, ...new Set(unseen)]);
  useEffect(() => {
    if (!isVisible || newest <= tried.current) return;
    tried.current = newest;
    mutate({ fileId, up_to: newest });
  }, [isVisible, newest, fileId, mutate]);
  return seen;
}
