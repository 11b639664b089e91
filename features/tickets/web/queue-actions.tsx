import { ArrowRight, CheckCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import type { Action } from '../../files/web/file-action.tsx';
import { canCloseTicket } from '../tickets.rules.ts';
import type { Ticket } from '../ticket.ts';
import { chatDrafts } from './chat-drafts.tsx';
import { useGoNext } from './queue-everywhere.tsx';
import { useCloseTicket } from './tickets.api.ts';
import { useCan } from '../../../web/client/session.ts';

/** One key press for two steps that always go together; it also works while a message is being written. */
const CHORD = 'Ctrl+Shift+Enter';

/**
 * Actions that lead to the longest waiting file, closing the ticket or leaving it as it is. A message on its way is sent
 * before the ticket is closed; with one that is not sent, the ticket stays open.
 */
export function useQueueActions(fileId: number, ticket: Ticket | undefined): Action[] {
  const { go, isPending } = useGoNext(fileId);
  const close = useCloseTicket();
  const mayClose = useCan('tickets.close');
  const isOpen = mayClose && ticket !== undefined && canCloseTicket(ticket);
  const isClosing = useRef(false);
  const closeAndGo = () => {
    if (!isOpen || close.isPending || isPending || isClosing.current) return;
    isClosing.current = true;
    void chatDrafts.of(ticket.id).line.then(() => {
      isClosing.current = false;
      if (chatDrafts.isWaiting(ticket)) return toast.show(t('tickets.queue.replyNotSent'), 'warning');
      return close.mutate(ticket.id, {
        onSuccess: () => {
          toast.show(t('common.ticketClosed'));
          go();
        },
        onError: (error) => toast.show(messageFor(error, t('common.somethingWentWrong')), 'error'),
      });
    });
  };
  useChord(closeAndGo);
  return [
    ...(isOpen
      ? [
          {
            text: t('common.closeTicketAndNext'),
            icon: <CheckCheck />,
            onSelect: closeAndGo,
            busy: close.isPending,
            keys: CHORD,
          },
        ]
      : []),
    { text: t('tickets.queue.next'), icon: <ArrowRight />, onSelect: go, busy: isPending, shortcut: 'n' },
  ];
}

function useChord(run: () => void) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      // Handled before the chat, where Enter sends.
      event.preventDefault();
      event.stopPropagation();
      // If held down, it would close the tickets of one customer after another.
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
