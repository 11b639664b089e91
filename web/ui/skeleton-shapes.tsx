import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Skeleton } from './skeleton.tsx';

/** Announces loading once to screen readers, and shows the shape of the coming content to everyone else. */
function Coming({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t('common.loading')}</span>
      {children}
    </div>
  );
}

const list = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Shape of a form: labels with their fields, and the button below. */
export function SkeletonForm({ fields = 5, columns = 1 }: { fields?: number; columns?: 1 | 2 }) {
  return (
    <Coming className={clsx('grid gap-4', columns === 2 && 'sm:grid-cols-2')}>
      {list(fields).map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-(--spacing-control) w-full" />
        </div>
      ))}
      <Skeleton className="col-span-full h-(--spacing-control) w-32" />
    </Coming>
  );
}

/** Shape of pictures with their names below. */
export function SkeletonTiles({ tiles = 6 }: { tiles?: number }) {
  return (
    <Coming className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-4">
      {list(tiles).map((tile) => (
        <div key={tile} className="grid gap-2 rounded-card border bg-surface pb-3">
          <Skeleton className="aspect-4/3 h-auto w-full" />
          <Skeleton className="mx-3 w-2/3" />
          <Skeleton className="mx-3 h-3 w-1/3" />
        </div>
      ))}
    </Coming>
  );
}

/** Shape of one-line cards: a picture, a name with a smaller line, and an amount. */
export function SkeletonCards({ cards = 9 }: { cards?: number }) {
  return (
    <Coming className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {list(cards).map((card) => (
        <div key={card} className="flex items-center gap-4 rounded-card border bg-surface p-3 pr-4">
          <Skeleton className="size-12 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-1/2" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="w-16 shrink-0" />
        </div>
      ))}
    </Coming>
  );
}

/** Shape of a page about which nothing is known yet: a headline and a card of rows. */
export function SkeletonPage() {
  return (
    <Coming className="grid gap-4">
      <Skeleton className="my-1 h-7 w-48" />
      <div className="overflow-clip rounded-card border bg-surface">
        <SkeletonRows />
      </div>
    </Coming>
  );
}

const widths = ['w-1/2', 'w-5/6', 'w-2/3', 'w-3/4', 'w-3/5'];

type SkeletonRowsProps = { rows?: number; columns?: number; dense?: boolean };

/** Shape of a table: rows below a header; on phones, rows of two lines. */
export function SkeletonRows({ rows = 6, columns = 5, dense = false }: SkeletonRowsProps) {
  const shown = list(Math.min(columns, 7));
  return (
    <div aria-hidden="true">
      <div className="flex h-9 items-center gap-6 border-b px-4 max-sm:hidden">
        {shown.map((column) => (
          <span key={column} className="min-w-0 flex-1">
            <Skeleton className="h-3 w-12" />
          </span>
        ))}
      </div>
      {list(rows).map((row) => (
        <div key={row} className="border-b px-4 last:border-b-0">
          <div className={clsx('flex items-center gap-6 max-sm:hidden', dense ? 'h-8' : 'h-10')}>
            {shown.map((column) => (
              <span key={column} className="min-w-0 flex-1">
                <Skeleton className={clsx('h-3.5', widths[(row * 2 + column) % widths.length])} />
              </span>
            ))}
          </div>
          <div className="grid gap-2 py-3 sm:hidden">
            <div className="flex justify-between gap-6">
              <Skeleton className={widths[row % widths.length]} />
              <Skeleton className="w-16 shrink-0" />
            </div>
            <div className="flex justify-between gap-6">
              <Skeleton className="h-3 w-1/3" />
              <Skeleton className="h-3 w-12 shrink-0" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
