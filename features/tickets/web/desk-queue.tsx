import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t, textKey, type Label } from '../../../web/languages/text.ts';
import { Dot, type Tone } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { QUEUE_LISTED, type QueueEntry } from '../queue.calls.ts';
import { useQueue } from './tickets.api.ts';

const REASONS: Record<QueueEntry['why'], { text: Label; tone: Tone }> = {
  FILE: { text: textKey('staff.dashboard.toProcess'), tone: 'yellow' },
  REVISION: { text: textKey('staff.dashboard.toChange'), tone: 'red' },
  MESSAGE: { text: textKey('staff.dashboard.toReply'), tone: 'blue' },
};

/** Beside the page of a file: who waits, the longest wait first, in the order in which the key n leads through them. */
export default function DeskQueue({ fileId }: { fileId: number }) {
  const { data, isError, refetch } = useQueue();
  return (
    <Card
      flush
      title={data && t('tickets.queue.waiting', { n: countText(data) })}
      className="sticky self-start top-[calc(var(--sticky-top)+1.25rem)]"
    >
      {data ? (
        <Entries entries={data} fileId={fileId} />
      ) : (
        <div className="px-4 py-3.5">
          {isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
        </div>
      )}
    </Card>
  );
}

/** More may wait than are listed. */
const countText = ({ length }: readonly QueueEntry[]) =>
  length < QUEUE_LISTED ? String(length) : `${QUEUE_LISTED - 1}+`;

/** Keeps where it is scrolled to while the file beside it changes; only the row of that file is brought into sight. */
function Entries({ entries, fileId }: { entries: readonly QueueEntry[]; fileId: number }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[href$="/${fileId}"]`)?.parentElement;
    if (!row || !list.current) return;
    const { scrollTop, clientHeight } = list.current;
    if (row.offsetTop < scrollTop) list.current.scrollTop = row.offsetTop;
    else if (row.offsetTop + row.offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = row.offsetTop + row.offsetHeight - clientHeight;
  }, [fileId]);
  if (entries.length === 0) return <p className="px-4 py-3.5 text-text2">{t('tickets.queue.empty')}</p>;
  return (
    <ul
      ref={list}
      className="relative max-h-[calc(100dvh-var(--sticky-top)-9rem)] divide-y overflow-y-auto"
      data-desk-queue
    >
      {entries.map((entry) => (
        <li key={entry.file_id}>
          <Entry entry={entry} isCurrent={entry.file_id === fileId} />
        </li>
      ))}
    </ul>
  );
}

function Entry({
  entry: { file_id, number, vehicle, username, since, why },
  isCurrent,
}: {
  entry: QueueEntry;
  isCurrent: boolean;
}) {
  const { text, tone } = REASONS[why];
  return (
    <Link
      to={`/admin/view-file/${file_id}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'grid gap-0.5 border-l-3 px-3 py-2 text-text no-underline -outline-offset-3 hover:bg-surface2',
        isCurrent ? 'border-accent bg-surface2' : 'border-transparent',
      )}
    >
      <span className="truncate font-strong">{vehicle}</span>
      <span className="flex min-w-0 gap-x-2 text-small text-text3">
        <span className="font-mono">{number}</span>
        <span className="min-w-0 flex-1 truncate">{username}</span>
        <TimeStamp value={since} relative />
      </span>
      <span className="flex items-center gap-1.5 text-small text-text2">
        <Dot tone={tone} />
        {t(text)}
      </span>
    </Link>
  );
}
