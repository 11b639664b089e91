import { clsx } from 'clsx';
import { t } from '../text.ts';

/** A grey bar in the place of text that is still coming. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-coming=""
      className={clsx(
        'block animate-breathe rounded-control bg-surface2',
        // Of two heights the style sheet would choose, and not the caller.
        !/\b(h|size)-/.test(className ?? '') && 'h-4',
        className ?? 'w-full',
      )}
    />
  );
}

const widths = ['w-3/4', 'w-full', 'w-5/6', 'w-2/3', 'w-11/12'];

/** A few bars and one announcement; for cards and pages that load as a whole. */
export function SkeletonLines({ lines = 4, label }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label ?? t('common.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={widths[line % widths.length]} />
      ))}
    </div>
  );
}
