import { useRef, useState } from 'react';
import { getPersonId, getSession, useSession, wasSessionEnded } from '../../../web/client/session.ts';
import { createKey } from '../../../web/client/upload.ts';
import { chatDrafts } from './chat-drafts.tsx';
import { useSendMessage } from './tickets.api.ts';

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

export interface OwnDoing {
  /** Announces a change by the reader themselves; call the returned function when it did not happen. */
  onSending?: () => () => void;
  onSent?: () => void;
}

/** Sends messages one after another, in the order written; one that failed stays until it is sent again or removed. */
export function useOutgoing(ticketId: number, { onSending, onSent }: OwnDoing) {
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const { mutateAsync } = useSendMessage(ticketId);
  const line = useRef(Promise.resolve());
  const authorId = getPersonId(useSession());

  const change = (key: string, changes: Partial<Outgoing>) =>
    setOutgoing((list) => list.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const remove = (key: string) => setOutgoing((list) => list.filter((one) => one.key !== key));

  async function attempt({ key, text, file }: Outgoing) {
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
      if (getSession() === null && wasSessionEnded()) chatDrafts.giveBack(authorId, ticketId, text);
    }
  }

  function post(one: Outgoing) {
    line.current = line.current.then(() => attempt(one));
  }

  return {
    outgoing,
    remove,
    send: (text: string, file: File | null) => {
      const one = { key: createKey(), text, file, at: new Date(), failure: null, percent: 0 };
      setOutgoing((list) => [...list, one]);
      post(one);
    },
    retry: (one: Outgoing) => {
      change(one.key, { failure: null, percent: 0 });
      post(one);
    },
  };
}
