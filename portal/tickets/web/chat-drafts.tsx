import { useSyncExternalStore } from 'react';
import { keepDraft, readDraft, useDraft } from '../../../web/drafts.ts';
import { getSession } from '../../../web/session.ts';

/** What is written and attached in the chat of one ticket, but not sent. */
export type Unsent = { text: string; file: File | null };

const listeners = new Set<() => void>();
/** A browser stores no files for a page: they last as long as it does. */
const files = new Map<number, File>();
let token: string | undefined;

const thingOf = (ticketId: number) => `ticket ${ticketId}`;

/** Going to another screen and back loses nothing; a reload loses the attached file only. */
export const chatDrafts = {
  of: (ticketId: number): Unsent => ({ text: readDraft(thingOf(ticketId)), file: fileOf(ticketId) }),
  change(ticketId: number, { text, file }: Partial<Unsent>) {
    if (text !== undefined) keepDraft(thingOf(ticketId), text);
    if (file === undefined) return;
    if (file === null) ownFiles().delete(ticketId);
    else ownFiles().set(ticketId, file);
    for (const changed of listeners) changed();
  },
  /** White space is never sent, so it is not waiting to be. */
  isWaiting(ticketId: number): boolean {
    const { text, file } = chatDrafts.of(ticketId);
    return text.trim() !== '' || file !== null;
  },
  clear() {
    files.clear();
    for (const changed of listeners) changed();
  },
};

export function useUnsent(ticketId: number): Unsent {
  const [text] = useDraft(thingOf(ticketId));
  const file = useSyncExternalStore(subscribe, () => fileOf(ticketId));
  return { text, file };
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

const fileOf = (ticketId: number): File | null => ownFiles().get(ticketId) ?? null;

/** Every session has a token of its own: what was attached in one that has ended is forgotten. */
function ownFiles() {
  const current = getSession()?.token;
  if (current !== token) files.clear();
  token = current;
  return files;
}
