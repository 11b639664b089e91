import { useSyncExternalStore } from 'react';
import { keepDraft, readDraft, useDraft } from '../../../web/client/drafts.ts';
import { readUserDraft, writeUserDraft } from '../../../web/client/draft-storage.ts';
import { getSession } from '../../../web/client/session.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { Ticket } from '../ticket.ts';

/** The unsent text and attachment in the chat of one ticket. */
export type Unsent = { text: string; file: File | null };

/** A message that the server has not confirmed yet. */
export interface Outgoing {
  /** The same on every attempt, so that a retry after a lost response does not write it twice. */
  key: string;
  text: string;
  file: File | null;
  at: Date;
  failure: Error | null;
  /** Upload progress of the attachment, 0 to 100. */
  percent: number;
}

/** What a browser does not store for a page, so that it lasts only as long as the page. */
interface Kept {
  file: File | null;
  outgoing: readonly Outgoing[];
  /** Resolves when the messages before the next one are sent, or have failed. */
  line: Promise<void>;
}

const NOTHING: Kept = { file: null, outgoing: [], line: Promise.resolve() };

const listeners = new Set<() => void>();
const kept = new Map<number, Kept>();
let token: string | undefined;

const toDraftName = (ticketId: number) => `ticket ${ticketId}`;

/** Drafts and messages on their way survive going to another screen and back; a reload leaves the text of the draft. */
export const chatDrafts = {
  of: (ticketId: number): Kept => getKept().get(ticketId) ?? NOTHING,
  change(ticketId: number, { text, ...rest }: Partial<Kept & Unsent>) {
    if (text !== undefined) keepDraft(toDraftName(ticketId), text);
    getKept().set(ticketId, { ...chatDrafts.of(ticketId), ...rest });
    for (const changed of listeners) changed();
  },
  /** White space is never sent, so it does not count as unsent. */
  isWaiting(ticket: Ticket): boolean {
    const { file, outgoing } = chatDrafts.of(ticket.id);
    const text = visibleText(readDraft(toDraftName(ticket.id)));
    return text !== '' || file !== null || selectPending(ticket, outgoing).length > 0;
  },
  /** A message that met the end of its author's session: it is in the field again after the next login. */
  giveBack(authorId: number, ticketId: number, text: string) {
    const name = toDraftName(ticketId);
    writeUserDraft(authorId, name, [readUserDraft(authorId, name), text].filter(Boolean).join('\n'));
  },
  clear() {
    kept.clear();
    for (const changed of listeners) changed();
  },
};

export function useUnsent(ticketId: number): Unsent {
  const [text] = useDraft(toDraftName(ticketId));
  const { file } = useKept(ticketId);
  return { text, file };
}

export const useKept = (ticketId: number): Kept => useSyncExternalStore(subscribe, () => chatDrafts.of(ticketId));

/** A message that a poll has read is already among the ticket's messages. */
export const selectPending = ({ ticket_messages }: Ticket, outgoing: readonly Outgoing[]): Outgoing[] =>
  outgoing.filter(({ key }) => ticket_messages.every((one) => one.message_id !== key));

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Every session has its own token: what is left from a session that has ended is forgotten. */
function getKept() {
  const current = getSession()?.token;
  if (current !== token) kept.clear();
  token = current;
  return kept;
}
