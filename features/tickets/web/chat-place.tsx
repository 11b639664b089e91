import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Navigation state for going to the chat on a file's page. */
export const TO_CHAT = { chat: true };

/**
 * Scrolls to the chat. A mail links to `#ticket`, which is not there yet when the browser looks for it. A user who has
 * just opened the ticket can continue writing at once.
 */
export function useLinkedPlace() {
  const section = useRef<HTMLElement>(null);
  const { hash, state } = useLocation();
  const isMeant = (state as Partial<typeof TO_CHAT> | null)?.chat === true;
  useEffect(() => {
    if (hash !== '#ticket' && !isMeant) return undefined;
    if (isMeant) section.current?.querySelector('textarea')?.focus({ preventScroll: true });
    // Runs after the shell, which shows every new screen from its top.
    const timer = setTimeout(() => section.current?.scrollIntoView({ block: 'start' }));
    return () => clearTimeout(timer);
  }, [hash, isMeant]);
  return section;
}
