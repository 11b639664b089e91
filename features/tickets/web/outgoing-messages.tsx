import { useEffect, useRef } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { getPersonId, getSession, useSession, wasSessionEnded } from '../../../web/client/session.ts';
import { createKey } from '../../../web/client/upload.ts';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import type { Ticket } from '../ticket.ts';
import { chatDrafts, type Outgoing, selectPending, useKept } from './chat-drafts.tsx';
import { useSendMessage } from './tickets.api.ts';

export interface OwnDoing {
  /** Announces a change by the reader themselves; call the returned function when it did not happen. */
  onSending?: () => () => void;
  onSent?: () => void;
}

/**
 * Sends messages one after another, in the order written, even after the reader has gone to another screen; one that
 * failed stays until it is sent again or removed.
 */
export function useOutgoing(ticket: Ticket, { onSending, onSent }: OwnDoing) {
  const { id, ticket_id: number } = ticket;
  const { outgoing } = useKept(id);
  const { mutateAsync } = useSendMessage(id);
  const isShown = useIsShown();
  const authorId = getPersonId(useSession());

  const { isKept, add, change, remove } = changeOutgoing(id);

  const giveBackIfEnded = (text: string) => {
    if (getSession() === null && wasSessionEnded()) chatDrafts.giveBack(authorId, id, text);
  };

  async function attempt({ key, text, file }: Outgoing) {
    // It waited while its author's session ended: it must not be sent with the next one.
    if (!isKept(key)) return giveBackIfEnded(text);
    const undoAcknowledge = onSending?.();
    try {
      await mutateAsync({
        message: text,
        file,
        idempotencyKey: key,
        onProgress: ({ sentBytes, totalBytes }) => change(key, { percent: Math.floor((sentBytes / totalBytes) * 100) }),
      });
      remove(key);
      onSent?.();
    } catch (error) {
      undoAcknowledge?.();
      console.warn('Sending the message failed', error);
      change(key, { failure: error as Error });
      giveBackIfEnded(text);
      if (!isShown.current && isKept(key))
        toast.show(`${number}: ${t('tickets.chat.notSent')} ${messageFor(error, '')}`.trim(), 'error');
    }
  }

  function post(one: Outgoing) {
    const line = chatDrafts.of(id).line.then(() => attempt(one));
    chatDrafts.change(id, { line });
  }

  return {
    pending: selectPending(ticket, outgoing),
    remove,
    send: (text: string, file: File | null) => {
      const one = { key: createKey(), text, file, at: new Date(), failure: null, percent: 0 };
      add(one);
      post(one);
    },
    retry: (one: Outgoing) => {
      change(one.key, { failure: null, percent: 0 });
      post(one);
    },
  };
}

function changeOutgoing(id: number) {
  const list = () => chatDrafts.of(id).outgoing;
  const replace = (next: readonly Outgoing[]) => chatDrafts.change(id, { outgoing: next });
  return {
    isKept: (key: string) => list().some((one) => one.key === key),
    add: (one: Outgoing) => replace([...list(), one]),
    change: (key: string, changes: Partial<Outgoing>) =>
      replace(list().map((one) => (one.key === key ? { ...one, ...changes } : one))),
    remove: (key: string) => replace(list().filter((one) => one.key !== key)),
  };
}

/** Whether the component is still on the page. */
function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
