import { useSyncExternalStore } from 'react';
import { keepDraft, readDraft, useDraft } from '../../../web/client/drafts.ts';
import { readUserDraft, writeUserDraft } from '../../../web/client/draft-storage.ts';
import { getSession } from '../../../web/client/session.ts';
import { visibleText } from '../../../contract/visible-text.ts';

/** The unsent text and attachment in the chat of one ticket. */
export type Unsent = { text: string; file: File | null };

const listeners = new Set<() => void>();
/** A browser stores no files for a page, so these last only as long as the page. */
const files = new Map<number, File>();
let token: string | undefined;

const toDraftName = (ticketId: number) => `ticket ${ticketId}`;

/** Drafts survive going to another screen and back; a reload loses only the attached file. */
export const chatDrafts = {
  of: (ticketId: number): Unsent => ({ text: readDraft(toDraftName(ticketId)), file: fileOf(ticketId) }),
  change(ticketId: number, { text, file }: Partial<Unsent>) {
    if (text !== undefined) keepDraft(toDraftName(ticketId), text);
    if (file === undefined) return;
    if (file === null) ownFiles().delete(ticketId);
    else ownFiles().set(ticketId, file);
    for (const changed of listeners) changed();
  },
  /** White space is never sent, so it does not count as unsent. */
  isWaiting(ticketId: number): boolean {
    const { text, file } = chatDrafts.of(ticketId);
    return visibleText(text) !== '' || file !== null;
  },
  /** A message that met the end of its author's session: it is in the field again after the next login. */
  giveBack(authorId: number, ticketId: number, text: string) {
    const name = toDraftName(ticketId);
    writeUserDraft(authorId, name, [readUserDraft(authorId, name), text].filter(Boolean).join('\n'));
  },
  clear() {
    files.clear();
    for (const changed of listeners) changed();
  },
};

export function useUnsent(ticketId: number): Unsent {
  const [text] = useDraft(toDraftName(ticketId));
  const file = useSyncExternalStore(subscribe, () => fileOf(ticketId));
  return { text, file };
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

const fileOf = (ticketId: number): File | null => ownFiles().get(ticketId) ?? null;

/** Every session has its own token: attachments from a session that has ended are forgotten. */
function ownFiles() {
  const current = getSession()?.token;
  if (current !== token) files.clear();
  token = current;
  return files;
}
