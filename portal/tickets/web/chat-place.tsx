import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** State of a move to a file's page that means its chat. */
export const TO_CHAT = { chat: true };

/**
 * A mail leads to `#ticket`, which is not there yet when the browser looks for it. A user who has just opened the
 * ticket can go on writing at once.
 */
export function useLinkedPlace() {
  const section = useRef<HTMLElement>(null);
  const { hash, state } = useLocation();
  const isMeant = (state as Partial<typeof TO_CHAT> | null)?.chat === true;
  useEffect(() => {
    if (hash !== '#ticket' && !isMeant) return undefined;
    if (isMeant) section.current?.querySelector('textarea')?.focus({ preventScroll: true });
    // After the shell, which shows every new screen from its top.
    const timer = setTimeout(() => section.current?.scrollIntoView({ block: 'start' }));
    return () => clearTimeout(timer);
  }, [hash, isMeant]);
  return section;
}
