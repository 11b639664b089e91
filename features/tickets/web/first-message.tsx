import { SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { messageFor } from '../../../web/client/api-error.ts';
import { useDraft } from '../../../web/client/drafts.ts';
import { createKey } from '../../../web/client/upload.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import type { File } from '../../files/file.ts';
import { MESSAGE_LENGTH } from '../ticket.ts';
import { ticketSubject } from '../tickets.rules.ts';
import { isSending } from './chat-form.tsx';
import { useOpenTicket } from './tickets.api.ts';

export type FirstMessageProps = { file: File; onSending?: (() => () => void) | undefined };

/** On the page of a file without a ticket: the message that is sent here opens it. */
export default function FirstMessage({ file, onSending }: FirstMessageProps) {
  const { text, write, send, isPending, error } = useFirstMessage({ file, onSending });
  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {error && !isPending && <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>}
      <TextArea
        data-shortcut="c"
        rows={2}
        maxLength={MESSAGE_LENGTH}
        className="max-h-40"
        aria-label={t('common.message')}
        placeholder={t('tickets.chat.messagePlaceholder')}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => isSending(event) && send()}
      />
      <Button
        type="submit"
        icon={<SendHorizontal />}
        busy={isPending}
        busyText={t('common.sending')}
        className="ml-auto"
      >
        {t('common.send')}
      </Button>
    </form>
  );
}

function useFirstMessage({ file, onSending }: FirstMessageProps) {
  // The page that opens a ticket with an attachment goes on with the same text.
  const [text, write] = useDraft(`ticket about file ${file.id}`);
  // The same on every press, so that a retry after a lost response does not count as another ticket.
  const [idempotencyKey] = useState(createKey);
  const { mutate, isPending, error } = useOpenTicket();
  const onSent = useFocusOnChat();
  const send = () => {
    const message = visibleText(text);
    if (message === '' || isPending) return;
    const undo = onSending?.();
    mutate(
      { fileId: file.id, subject: ticketSubject(file), message, file: null, idempotencyKey },
      {
        onSuccess: () => {
          write('');
          onSent();
        },
        onError: undo,
      },
    );
  };
  return { text, write, send, isPending, error };
}

/** Once the chat has replaced the form, the next message is typed there. */
function useFocusOnChat() {
  const isSent = useRef(false);
  useEffect(
    () => () => {
      if (isSent.current) setTimeout(() => document.querySelector<HTMLElement>('[data-shortcut="c"]')?.focus());
    },
    [],
  );
  return () => {
    isSent.current = true;
  };
}
