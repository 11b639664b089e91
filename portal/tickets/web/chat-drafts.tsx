import { useSyncExternalStore } from 'react';
import { getSession, useSession } from '../../../web/session.ts';

/** What is written and attached in the chat of one ticket, but not sent. */
export type Unsent = { text: string; file: File | null };

const NOTHING: Unsent = { text: '', file: null };
const listeners = new Set<() => void>();
const byTicket = new Map<number, Unsent>();
let token: string | undefined;

/** Kept for as long as the page lives, so that going to another screen and back loses nothing. */
export const chatDrafts = {
  of: (ticketId: number): Unsent => ownDrafts().get(ticketId) ?? NOTHING,
  change(ticketId: number, changes: Partial<Unsent>) {
    const next = { ...chatDrafts.of(ticketId), ...changes };
    if (next.text === '' && next.file === null) byTicket.delete(ticketId);
    else byTicket.set(ticketId, next);
    for (const changed of listeners) changed();
  },
  /** White space is never sent, so it is not waiting to be. */
  isWaiting(ticketId: number): boolean {
    const { text, file } = chatDrafts.of(ticketId);
    return text.trim() !== '' || file !== null;
  },
  clear() {
    byTicket.clear();
    for (const changed of listeners) changed();
  },
};

export function useUnsent(ticketId: number): Unsent {
  // Drawn anew when another tab signs somebody else in, who must not read it here.
  useSession();
  return useSyncExternalStore(subscribe, () => chatDrafts.of(ticketId));
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Every session has a token of its own: what was written in one that has ended is forgotten before anybody sees it. */
function ownDrafts() {
  const current = getSession()?.token;
  if (current !== token) byTicket.clear();
  token = current;
  return byTicket;
}
