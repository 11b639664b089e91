import { clsx } from 'clsx';
import { ChevronUp, CircleAlert, Clock, Maximize2, Minimize2, RotateCw, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { StatusBadge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { PollingTrouble } from '../../files/web/polling-trouble.tsx';
import { MESSAGE_LENGTH, type Ticket } from '../ticket.ts';
import { canSendMessage } from '../tickets.rules.ts';
import { useDraft, usePanelDrop } from './chat-draft.tsx';
import { ChatForm } from './chat-form.tsx';
import { Bubble, ChatMessages, useOwnName } from './chat-messages.tsx';
import { type Viewer, useLinkedPlace, useNewMessages } from './new-messages.tsx';
import { useChatScroll } from './chat-scroll.tsx';
import type { Outgoing } from './chat-drafts.tsx';
import { type OwnDoing, useOutgoing } from './outgoing-messages.tsx';
import type { ReadTicket } from './ticket-pages.tsx';
import { useEarlierMessages, useReopenOwnTicket, useTicket } from './tickets.api.ts';
import type { TextDialogProps } from '../../../web/frame/text-dialog.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { messageFor } from '../../../web/client/api-error.ts';
import { AttachmentName } from './chat-attachment.tsx';
import { useIsLeftOut } from '../../../web/client/session.ts';

type TicketChatProps = OwnDoing & { ticketId: number; viewer: Viewer };

/** The conversation about a file; a part of the file's page. */
export function TicketChat({ ticketId, ...rest }: TicketChatProps) {
  const { data, isError, isFetching, error, dataUpdatedAt, refetch } = useTicket(ticketId);
  const retry = () => void refetch();
  if (!data) {
    return (
      <Card title={t('tickets.chat.title')}>
        {isError && !isFetching ? <LoadError onRetry={retry} /> : <SkeletonLines lines={4} />}
      </Card>
    );
  }
  return (
    <div className="min-w-0">
      <PollingTrouble isFailing={error !== null} lastUpdate={dataUpdatedAt} onRetry={retry} />
      <Panel key={ticketId} ticket={data} {...rest} />
    </div>
  );
}

function Panel({ ticket, viewer, ...doing }: Omit<TicketChatProps, 'ticketId'> & { ticket: ReadTicket }) {
  const mayWrite = !useIsLeftOut('tickets.answer');
  const hasReplies = !useIsLeftOut('tickets.use-saved-replies') && viewer === 'administrator';
  const isClosed = !canSendMessage(ticket);
  const draft = useDraft(ticket.id);
  const { pending, send, retry, remove } = useOutgoing(ticket, doing);
  const [sentCount, setSentCount] = useState(0);
  const firstId = ticket.ticket_messages[0]?.id;
  const { box, isWaiting, toNewest, onArrival, onEarlier, onScroll } = useChatScroll(sentCount, firstId);
  useNewMessages(ticket, viewer, onArrival);
  const drop = usePanelDrop((file) => draft.attach(file), isClosed || !mayWrite);
  return (
    <Frame ticket={ticket} drop={drop}>
      <ChatMessages
        messages={ticket.ticket_messages}
        viewer={viewer}
        box={box}
        onScroll={onScroll}
        isWaiting={isWaiting}
        onNewest={toNewest}
        earlier={<EarlierMessages ticket={ticket} box={box} onAdd={onEarlier} />}
      >
        {pending.map((one) => (
          <ChatOutgoing key={one.key} one={one} onRetry={() => retry(one)} onRemove={() => remove(one.key)} />
        ))}
      </ChatMessages>
      {mayWrite && (
        <ChatForm
          draft={draft}
          isClosed={isClosed}
          hasReplies={hasReplies}
          onSend={(text, file) => {
            send(text, file);
            setSentCount((count) => count + 1);
          }}
        />
      )}
      {isClosed && viewer === 'customer' && <ReopenOwn ticketId={ticket.id} />}
    </Frame>
  );
}

type FrameProps = { ticket: Ticket; drop: ReturnType<typeof usePanelDrop>; children: ReactNode };

/** On phones it can fill the whole screen; it is not moved in the page, so nothing is lost (G-22). */
function Frame({ ticket, drop, children }: FrameProps) {
  const headingId = useId();
  const section = useLinkedPlace();
  const [isExpanded, setExpanded] = useState(false);
  const expand = () => {
    setExpanded(!isExpanded);
    setTimeout(() => section.current?.scrollIntoView({ block: 'start' }));
  };
  return (
    <section
      {...drop.handlers}
      id="ticket"
      ref={section}
      aria-labelledby={headingId}
      data-expanded={isExpanded}
      className={clsx(
        'group relative flex min-w-0 scroll-mt-2 flex-col rounded-card border bg-surface',
        '[--chat-h:max(14rem,34dvh)] max-sm:data-[expanded=true]:h-[calc(100dvh-1rem)]',
      )}
    >
      <header className="flex items-center gap-3 border-b px-5 py-3">
        <div className="min-w-0 grow items-baseline gap-x-3 sm:flex">
          <h2 id={headingId} className="text-lead">
            {t('tickets.chat.title')}
          </h2>
          <p className="text-small text-text3">{ticket.ticket_id}</p>
        </div>
        <StatusBadge status={ticket.status} />
        <Button
          variant="quiet"
          iconOnly
          icon={isExpanded ? <Minimize2 /> : <Maximize2 />}
          className="-mr-3 sm:hidden"
          onClick={expand}
        >
          {isExpanded ? t('tickets.chat.reduce') : t('tickets.chat.expand')}
        </Button>
      </header>
      {children}
      {drop.isOver && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-1 grid place-items-center rounded-card border-2 border-dashed border-accent bg-surface/85 font-strong"
        >
          {t('common.dropFileHere')}
        </p>
      )}
    </section>
  );
}

const TextDialog = lazyDialog<TextDialogProps & { open: boolean }>(
  async () => (await import('../../../web/frame/text-dialog.tsx')).TextDialog,
);

/** Below a closed conversation, for its customer: adding a message opens it again. */
export function ReopenOwn({ ticketId }: { ticketId: number }) {
  const [isOpen, setOpen] = useState(false);
  const change = useReopenOwnTicket();
  return (
    <div className="border-t px-5 py-4">
      <Button onClick={() => setOpen(true)}>{t('tickets.reopen.button')}</Button>
      {isOpen && (
        <TextDialog
          open
          id={ticketId}
          title={t('tickets.reopen.button')}
          description={t('tickets.reopen.hint')}
          label={t('common.message')}
          submitText={t('tickets.reopen.sendButton')}
          draft={`message of closed ticket ${ticketId}`}
          longest={MESSAGE_LENGTH}
          change={change}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

type ChatOutgoingProps = { one: Outgoing; onRetry: () => void; onRemove: () => void };

/** A message on its way: it appears at once, and shows when it could not be sent. */
function ChatOutgoing({ one, onRetry, onRemove }: ChatOutgoingProps) {
  const { file, failure, percent } = one;
  return (
    <Bubble author={useOwnName()} isMine at={one.at} text={one.text} isFailed={failure !== null}>
      {file && (
        <div className="mt-2">
          <AttachmentName name={file.name} sizeBytes={file.size} />
        </div>
      )}
      {failure === null ? (
        <p aria-live="off" className="mt-1 flex items-center gap-1.5 text-small text-text3">
          <Clock size={14} className="shrink-0" />
          {file ? t('tickets.chat.sending', { percent }) : t('common.sending')}
        </p>
      ) : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="alert" className="flex items-center gap-1.5 text-small text-red-fg">
            <CircleAlert size={16} className="shrink-0" />
            {t('tickets.chat.notSent')} {messageFor(failure, '')}
          </p>
          <Button small icon={<RotateCw />} onClick={onRetry}>
            {t('common.retry')}
          </Button>
          <Button small variant="quiet" icon={<Trash2 />} iconOnly onClick={onRemove}>
            {t('tickets.chat.removeButton')}
          </Button>
        </div>
      )}
    </Bubble>
  );
}

type EarlierMessagesProps = {
  ticket: ReadTicket;
  box: RefObject<HTMLDivElement | null>;
  /** Called just before messages are added above the part being read. */
  onAdd: () => void;
};

/** Only the newest page of a long conversation is loaded at first; this loads the one before, unheard: the log is busy. */
function EarlierMessages({ ticket, box, onAdd }: EarlierMessagesProps) {
  const { mutateAsync, isPending, isError } = useEarlierMessages(ticket.id, onAdd);
  useEffect(() => box.current?.setAttribute('aria-busy', String(isPending)), [box, isPending]);
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
