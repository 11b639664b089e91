import { clsx } from 'clsx';
import { t } from '../languages/text.ts';

/** A grey bar in place of text that is still loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-coming=""
      className={clsx(
        'block animate-breathe rounded-control bg-surface2',
        // Only without a height from the caller: between two classes, the order in the style sheet would decide.
        !/\b(h|size)-/.test(className ?? '') && 'h-4',
        className ?? 'w-full',
      )}
    />
  );
}

const widths = ['w-3/4', 'w-full', 'w-5/6', 'w-2/3', 'w-11/12'];

/** A few bars with one announcement, for cards and pages that load as a whole. */
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
