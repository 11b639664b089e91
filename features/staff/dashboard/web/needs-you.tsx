import { clsx } from 'clsx';
import { Link } from 'react-router';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { rails, type RailTone } from '../../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { WAITING_COUNTED, type Need, type Needed, type NeedKind } from '../dashboard.calls.ts';
import { reasonText } from '../../../payments/web/payment-reason.tsx';
import { pathOfFile, type Viewer } from './last-files.tsx';

interface Look {
  text: Label;
  tone: RailTone;
  /** Where the rest of them are listed. */
  list: string;
  /** The section of the file's page that the item is about. */
  part?: '#ticket';
}

const LOOKS: Record<NeedKind, Look> = {
  PAY: { text: textKey('staff.dashboard.toPay'), tone: 'yellow', list: '/my-files?price=UNPAID' },
  READ_REPLY: { text: textKey('staff.dashboard.answered'), tone: 'blue', list: '/my-ticket', part: '#ticket' },
  DOWNLOAD: { text: textKey('staff.dashboard.readyToDownload'), tone: 'green', list: '/my-files?status=PROCESSED' },
  REFUSED: { text: textKey('staff.dashboard.notPossible'), tone: 'red', list: '/my-files?price=UNPAID' },
  SET_PRICE: { text: textKey('staff.dashboard.toProcess'), tone: 'yellow', list: '/admin/all-files?price=UNPAID' },
  CHANGE_REQUESTED: {
    text: textKey('staff.dashboard.toChange'),
    tone: 'red',
    list: '/admin/all-files?status=PROCESSED',
  },
  REPLY: {
    text: textKey('staff.dashboard.toReply'),
    tone: 'blue',
    list: '/admin/all-tickets?status=OPEN',
    part: '#ticket',
  },
  REVIEW_PAYMENT: { text: textKey('staff.dashboard.toReview'), tone: 'red', list: '/admin/payments' },
};

type NeedsYouProps = { viewer: Viewer; needs: readonly Need[] };

/** What the reader has to do next, the longest wait first. Renders nothing when there is nothing to do. */
export function NeedsYou({ viewer, needs }: NeedsYouProps) {
  if (needs.length === 0) return null;
  return (
    <section aria-label={t('staff.dashboard.needsYou')}>
      <h2 className="mb-2 text-body">{t('staff.dashboard.needsYou')}</h2>
      <div className="grid items-start gap-3 sm:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]">
        {needs.map((need) => (
          <Group key={need.kind} viewer={viewer} need={need} />
        ))}
      </div>
    </section>
  );
}

function Group({ viewer, need: { kind, count, longest } }: { viewer: Viewer; need: Need }) {
  const { text, tone, list } = LOOKS[kind];
  const shown = count < WAITING_COUNTED ? `${count}` : `${WAITING_COUNTED - 1}+`;
  return (
    <div className={`min-w-0 overflow-clip rounded-card border border-l-4 bg-surface ${rails[tone]}`}>
      <h3 className="flex min-h-10 items-center justify-between gap-3 border-b px-4 py-1 text-body">
        {t(text)}
        <span className="font-heading">{shown}</span>
      </h3>
      <ul className="divide-y">
        {longest.map((one) => (
          <li key={one.number}>
            <Entry viewer={viewer} kind={kind} needed={kind === 'REVIEW_PAYMENT' ? withReason(one) : one} />
          </li>
        ))}
      </ul>
      {count > longest.length && (
        <Link to={list} className="link flex min-h-control items-center border-t px-4 text-small">
          {t('staff.dashboard.showAll')}
        </Link>
      )}
    </div>
  );
}

/** A payment to review has no name: its reason stands there. */
const withReason = (needed: Needed): Needed => ({ ...needed, name: reasonText(needed.name) });

type EntryProps = { viewer: Viewer; kind: NeedKind; needed: Needed };

function Entry({ viewer, kind, needed: { file_id, number, name, username, price, since } }: EntryProps) {
  const { list, part = '' } = LOOKS[kind];
  const to = file_id === null ? list : `${pathOfFile(viewer, file_id)}${part}`;
  const isSentence = kind === 'REVIEW_PAYMENT';
  const beside = kind === 'PAY' && price !== null ? `${formatAmount(price)} CRS` : username;
  return (
    <Link to={to} className="grid min-h-control gap-x-3 px-4 py-2 -outline-offset-2 hover:bg-surface2">
      <span className="flex min-w-0 items-baseline justify-between gap-3">
        <span className={clsx('min-w-0 text-body font-strong text-text', !isSentence && 'truncate')}>
          {name || number}
        </span>
        {beside !== null && <span className="shrink-0 text-small text-text2">{beside}</span>}
      </span>
      <span className="flex justify-between gap-3 text-small text-text3">
        <span className="min-w-0 truncate font-mono">{number}</span>
        <span className="shrink-0">
          <TimeStamp value={since} relative />
        </span>
      </span>
    </Link>
  );
}
