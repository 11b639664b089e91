import { ChevronUp, CircleAlert, RotateCw } from 'lucide-react';
import type { RefObject } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import type { ReadTicket } from './ticket-pages.tsx';
import { useEarlierMessages } from './tickets.api.ts';

type EarlierMessagesProps = {
  ticket: ReadTicket;
  box: RefObject<HTMLDivElement | null>;
  /** Called just before messages are added above the part being read. */
  onAdd: () => void;
};

/** Only the newest page of a long conversation is loaded at first; this loads the page before it. */
export function EarlierMessages({ ticket, box, onAdd }: EarlierMessagesProps) {
  const { mutateAsync, isPending, isError } = useEarlierMessages(ticket.id, onAdd);
  if (!ticket.has_more) return null;
  const show = async () => {
    try {
      const { has_more } = await mutateAsync(ticket);
      // The focused button has disappeared by then.
      if (!has_more) box.current?.focus({ preventScroll: true });
    } catch (error) {
      console.warn('Reading earlier messages failed', error);
    }
  };
  const hasFailed = isError && !isPending;
  return (
    <div className="grid justify-items-center gap-1">
      <Button
        small
        icon={hasFailed ? <RotateCw /> : <ChevronUp />}
        busy={isPending}
        busyText={t('common.loading')}
        onClick={() => void show()}
      >
        {hasFailed ? t('common.retry') : t('tickets.chat.showEarlier')}
      </Button>
      {hasFailed && (
        <p role="alert" className="flex items-center gap-1.5 text-small text-red-fg">
          <CircleAlert size={16} className="shrink-0" />
          {t('tickets.chat.earlierFailed')}
        </p>
      )}
    </div>
  );
}
