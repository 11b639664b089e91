import { clsx } from 'clsx';
import { ArrowDown } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useSession } from '../../../web/client/session.ts';
import { formatDate } from '../../../web/languages/dates.ts';
import { formatShopDay } from '../../../web/languages/time-zone.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import type { TicketMessage } from '../ticket.ts';
import { ChatAttachment } from './chat-attachment.tsx';
import type { Viewer } from './new-messages.tsx';

type ChatMessagesProps = {
  messages: readonly TicketMessage[];
  viewer: Viewer;
  box: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Whether the way to the newest message is offered. */
  isWaiting: boolean;
  onNewest: () => void;
  /** Leads to earlier messages; above everything. */
  earlier: ReactNode;
  /** Messages still being sent; below everything. */
  children: ReactNode;
};

/** The thread in a box of its own height (X-LIM-05, G-22); the keyboard scrolls it like a page. */
export function ChatMessages({
  messages,
  viewer,
  box,
  onScroll,
  isWaiting,
  onNewest,
  earlier,
  children,
}: ChatMessagesProps) {
  return (
    <div className="relative h-(--chat-h) min-h-0 max-sm:group-data-[expanded=true]:h-auto max-sm:group-data-[expanded=true]:grow">
      <div
        ref={box}
        role="log"
        aria-label={t('tickets.chat.messagesLabel')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be reached by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="grid h-full content-start gap-3 overflow-y-auto overscroll-contain px-5 py-4"
        style={{ outlineOffset: '-2px' }}
      >
        {earlier}
        {messages.map((message, at) => (
          <Message key={message.id} message={message} before={messages[at - 1]} viewer={viewer} />
        ))}
        {children}
      </div>
      {isWaiting && (
        <Button
          variant="primary"
          icon={<ArrowDown />}
          onClick={onNewest}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-rise rounded-full! shadow-overlay"
        >
          {t('tickets.chat.newMessage')}
        </Button>
      )}
    </div>
  );
}

type MessageProps = { message: TicketMessage; before: TicketMessage | undefined; viewer: Viewer };

function Message({ message, before, viewer }: MessageProps) {
  const user = useSession()?.user;
  const isMine = user?.id === message.user_id;
  const { file_name, file_size_bytes } = message;
  return (
    <>
      {dayOf(message.created_at) !== (before ? dayOf(before.created_at) : null) && <Day at={message.created_at} />}
      <Bubble
        author={nameAuthor(message, { isMine, isColleague: user?.colleague_id !== undefined, viewer })}
        isMine={isMine}
        at={message.created_at}
        text={message.message}
      >
        {file_name !== null && file_size_bytes !== null && (
          <ChatAttachment message={{ ...message, file_name, file_size_bytes }} />
        )}
      </Bubble>
    </>
  );
}

/** A colleague of the customer reads the customer's messages among their own. */
type Reader = { isMine: boolean; isColleague: boolean; viewer: Viewer };

/** The author's name (X-ROL-07). Another administrator is the support, too. */
function nameAuthor({ side, written_by = null }: TicketMessage, { isMine, isColleague, viewer }: Reader): string {
  if (written_by !== null) return written_by;
  if (isMine) return isColleague ? t('tickets.sender.client') : t('tickets.sender.me');
  return viewer === 'administrator' && side === 'CUSTOMER'
    ? t('tickets.sender.client')
    : t('tickets.sender.supportAgent');
}

/** What stands at the reader's own messages; at a colleague's, their name, by which both sides know them. */
export function useOwnName(): string {
  const user = useSession()?.user;
  return user?.colleague_id === undefined ? t('tickets.sender.me') : user.username;
}

type BubbleProps = {
  author: string;
  isMine: boolean;
  at: string | Date;
  text: string;
  isFailed?: boolean;
  children?: ReactNode;
};

export function Bubble({ author, isMine, at, text, isFailed = false, children }: BubbleProps) {
  const moment = new Date(at);
  return (
    <article
      className={clsx(
        'max-w-[85%] min-w-0 rounded-card border px-4 py-2.5',
        isMine ? 'justify-self-end rounded-br-none bg-surface2' : 'justify-self-start rounded-bl-none bg-surface',
        isFailed && 'border-red-solid',
      )}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className={clsx('text-small font-strong', isMine ? 'text-text2' : 'text-accent')}>{author}</span>
        <time dateTime={moment.toISOString()} title={formatDate('exact', moment)} className="text-small text-text3">
          {formatDate('time', moment)}
        </time>
      </header>
      <p className="text-body wrap-anywhere whitespace-pre-wrap">{text}</p>
      {children}
    </article>
  );
}

const dayOf = (at: string) => formatShopDay(new Date(at));

function Day({ at }: { at: string }) {
  return (
    <p className="flex items-center gap-3 text-small text-text3 before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
      {formatDate('day', new Date(at))}
    </p>
  );
}
