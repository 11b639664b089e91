import { clsx } from 'clsx';
import { AlarmClock } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { Link } from 'react-router';
import { formatAge } from '../../../../web/languages/dates.ts';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Badge, Dot, type Tone } from '../../../../web/ui/badge.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { WAITING_COUNTED, type Need, type Needed, type NeedKind } from '../dashboard.calls.ts';
import { reasonText } from '../../../payments/web/payment-reason.tsx';
import { pathOfFile, type Viewer } from './last-files.tsx';
import { NeedAction } from './need-action.tsx';

interface Look {
  text: Label;
  tone: Tone;
  /** Where the rest of them are listed. */
  list: string;
}

const LOOKS: Record<NeedKind, Look> = {
  PAY: { text: textKey('staff.dashboard.toPay'), tone: 'red', list: '/my-files?price=UNPAID' },
  READ_REPLY: { text: textKey('staff.dashboard.answered'), tone: 'blue', list: '/my-ticket' },
  DOWNLOAD: { text: textKey('staff.dashboard.readyToDownload'), tone: 'green', list: '/my-files?status=PROCESSED' },
  REFUSED: { text: textKey('staff.dashboard.notPossible'), tone: 'grey', list: '/my-files?price=UNPAID' },
  SET_PRICE: {
    text: textKey('staff.dashboard.toProcess'),
    tone: 'yellow',
    list: '/admin/all-files?work=waiting&price=UNPAID',
  },
  CHANGE_REQUESTED: {
    text: textKey('staff.dashboard.toChange'),
    tone: 'red',
    list: '/admin/all-files?work=waiting&price=PAID',
  },
  REPLY: { text: textKey('staff.dashboard.toReply'), tone: 'blue', list: '/admin/all-tickets?work=waiting' },
  REVIEW_PAYMENT: { text: textKey('staff.dashboard.toReview'), tone: 'red', list: '/admin/payments' },
};

type NeedsYouProps = { viewer: Viewer; needs: readonly Need[] };

/** What the reader has to do next, each with its button. Renders nothing when there is nothing to do. */
export function NeedsYou({ viewer, needs }: NeedsYouProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-clip rounded-card border bg-surface">
      <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 border-b px-4 py-1">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-body">
          {t('staff.dashboard.needsYou')}
        </h2>
        {viewer === 'administrator' && <OverdueSum needs={needs} />}
      </header>
      <ul className="divide-y">
        {needs.map((need) => (
          <Rows key={need.kind} viewer={viewer} need={need} heading={heading} />
        ))}
      </ul>
    </section>
  );
}

/** Nothing is counted beyond `WAITING_COUNTED`. */
const showCount = (count: number) => (count < WAITING_COUNTED ? count : `${WAITING_COUNTED - 1}+`);

/** How much is overdue, with the way to all of it. */
function OverdueSum({ needs }: Pick<NeedsYouProps, 'needs'>) {
  const sum = (isTicket: boolean) =>
    needs.reduce((total, { kind, overdue }) => ((kind === 'REPLY') === isTicket ? total + overdue : total), 0);
  const [files, tickets] = [sum(false), sum(true)];
  if (files + tickets === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small">
      <AlarmClock size={15} aria-hidden="true" className="-mr-1.5 text-red-fg" />
      {files > 0 && (
        <Overdue to="/admin/all-files?work=overdue">
          {t('staff.dashboard.filesOverdue', { count: showCount(files) })}
        </Overdue>
      )}
      {tickets > 0 && (
        <Overdue to="/admin/all-tickets?work=overdue">
          {t('staff.dashboard.ticketsOverdue', { count: showCount(tickets) })}
        </Overdue>
      )}
    </p>
  );
}

const Overdue = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="inline-flex min-h-6 items-center font-strong text-red-fg underline">
    {children}
  </Link>
);

type RowsProps = { viewer: Viewer; need: Need; heading: RefObject<HTMLElement | null> };

function Rows({ viewer, need: { kind, count, longest }, heading }: RowsProps) {
  const { text, list } = LOOKS[kind];
  return (
    <>
      {longest.map((needed) => (
        <li key={needed.number}>
          <Row viewer={viewer} kind={kind} needed={needed} heading={heading} />
        </li>
      ))}
      {count > longest.length && (
        <li>
          <Link to={list} className="link flex min-h-control items-center px-4 text-small">
            {t('staff.dashboard.showAllOfKind', { kind: t(text), count: showCount(count) })}
          </Link>
        </li>
      )}
    </>
  );
}

type RowProps = Omit<RowsProps, 'need'> & { kind: NeedKind; needed: Needed };

function Row({ viewer, kind, needed, heading }: RowProps) {
  const { text, tone, list } = LOOKS[kind];
  const { file_id, number, price, ticket_status } = needed;
  const to = file_id === null ? list : pathOfFile(viewer, file_id);
  const title = needed.vehicle ?? reasonText(needed.name);
  return (
    <div className="relative flex min-h-11 items-center gap-x-3 px-4 py-1.5 hover:bg-surface2">
      <div className="grid min-w-0 flex-1 gap-x-3 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center lg:grid-cols-[10rem_minmax(0,3fr)_minmax(0,4fr)]">
        <span className="flex min-w-0 max-lg:row-span-2 max-sm:order-last max-sm:row-span-1">
          <Badge tone={tone} icon={<Dot tone={tone} />}>
            <span className="wrap-anywhere whitespace-normal">{t(text)}</span>
          </Badge>
        </span>
        {/* The link covers the row; the button lies above it. */}
        <Link
          to={to}
          className={clsx(
            'text-body font-strong text-text no-underline after:absolute after:inset-0',
            needed.vehicle !== null && 'truncate',
          )}
        >
          {title}
        </Link>
        <Details needed={needed} />
      </div>
      <span className="relative flex shrink-0">
        <NeedAction
          {...{ kind, to, price, heading }}
          fileId={file_id}
          isOpen={ticket_status === 'OPEN'}
          subject={`${title} ${number}`}
        />
      </span>
    </div>
  );
}

/** Number, owner, last message and age; in red by how much the target is exceeded. */
function Details({ needed }: { needed: Needed }) {
  const { number, vehicle, username, last_message, since, overdue_minutes } = needed;
  return (
    <span className="flex min-w-0 gap-x-2 text-small text-text3 max-sm:flex-wrap lg:justify-end">
      <span className={clsx('shrink-0 font-mono', vehicle !== null && 'max-sm:sr-only')}>{number}</span>
      {username !== null && <span className="max-w-full shrink-0 truncate">{username}</span>}
      {last_message !== null && <span className="min-w-0 truncate text-text2 max-sm:hidden">“{last_message}”</span>}
      <span className={clsx('shrink-0', overdue_minutes !== null && 'font-strong text-red-fg')}>
        {overdue_minutes === null ? (
          <TimeStamp value={since} relative />
        ) : (
          t('staff.dashboard.overTarget', { time: timeText(overdue_minutes) })
        )}
      </span>
    </span>
  );
}

const timeText = (minutes: number) =>
  minutes < 120 ? formatAge(minutes, 'minute') : formatAge(Math.round(minutes / 60), 'hour');
