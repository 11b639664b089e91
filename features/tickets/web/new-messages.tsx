import { useEffect, useRef } from 'react';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import type { Ticket } from '../ticket.ts';

export type Viewer = 'customer' | 'administrator';

export const sideOf = (viewer: Viewer) => (viewer === 'customer' ? 'CUSTOMER' : 'SUPPORT');

/** Announces messages of the other side since the last look (X-POLL-05); those there at first are not new. */
export function useNewMessages(ticket: Ticket | undefined, viewer: Viewer, onNew: () => void) {
  const seen = useRef<{ ticket: number; newest: number } | null>(null);
  const latest = useRef(onNew);
  useEffect(() => {
    latest.current = onNew;
  });
  useEffect(() => {
    if (!ticket) return;
    const theirs = ticket.ticket_messages.findLast(({ side }) => side !== sideOf(viewer));
    const before = seen.current;
    seen.current = { ticket: ticket.id, newest: theirs?.id ?? 0 };
    if (before?.ticket !== ticket.id || before.newest >= seen.current.newest) return;
    toast.show(t('tickets.newMessageFromSupport'), 'info');
    latest.current();
  }, [ticket, viewer]);
}
