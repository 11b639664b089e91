import { useCallback, useEffect, useMemo, useRef } from 'react';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import type { FileDetail } from '../file.ts';

/**
 * Shows 'File details have been updated.' when the polled file, its vehicle or its ticket changes, except for the
 * user's own changes: call `acknowledge` when an action starts, and the function it returns when the action failed.
 */
export function useFileChanges(detail: FileDetail | undefined) {
  const seen = useRef<{ id: number; text: string } | null>(null);
  const isOwn = useRef(false);
  const id = detail?.file.id;
  const text = useMemo(() => (detail ? textOf(detail) : null), [detail]);

  useEffect(() => {
    if (id === undefined || text === null) return;
    const before = seen.current;
    if (before?.id === id && before.text === text) return;
    seen.current = { id, text };
    if (before?.id !== id) return;
    if (!isOwn.current) toast.show(t('common.fileUpdated'), 'info');
    isOwn.current = false;
  }, [id, text]);

  const acknowledge = useCallback(() => {
    isOwn.current = true;
    return () => {
      isOwn.current = false;
    };
  }, []);
  return { acknowledge };
}

/** Returns the same text for the same content, in whatever order a response lists it. */
function textOf({ file, vehicle, ticket_id }: FileDetail): string {
  return JSON.stringify([sorted(file), sorted(vehicle), ticket_id]);
}

const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
