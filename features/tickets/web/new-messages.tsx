import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import type { Ticket } from '../ticket.ts';

export type Viewer = 'customer' | 'administrator';

const sideOf = (viewer: Viewer) => (viewer === 'customer' ? 'CUSTOMER' : 'SUPPORT');

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

/** Navigation state for going to the chat on a file's page. */
export const TO_CHAT = { chat: true };

/**
 * Scrolls to the chat. A mail links to `#ticket`, which is not there yet when the browser looks for it. A user who has
 * just opened the ticket, or comes by a link of the portal, can write at once; on a touch screen the keyboard would
 * cover the messages.
 */
export function useLinkedPlace() {
  const section = useRef<HTMLElement>(null);
  const { hash, state, key } = useLocation();
  const isMeant = (state as Partial<typeof TO_CHAT> | null)?.chat === true;
  useEffect(() => {
    if (hash !== '#ticket' && !isMeant) return undefined;
    const isFirstPage = key === 'default';
    if (isMeant || (!isFirstPage && !matchMedia('(pointer: coarse)').matches))
      section.current?.querySelector('textarea')?.focus({ preventScroll: true });
    // Runs after the shell, which shows every new screen from its top.
    const timer = setTimeout(() => section.current?.scrollIntoView({ block: 'start' }));
    return () => clearTimeout(timer);
  }, [hash, key, isMeant]);
  return section;
}
