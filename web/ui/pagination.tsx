import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';

export type PaginationProps = {
  /** Counted from 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** Names the navigation if a screen has several. */
  label?: string;
};

export function Pagination({ page, pageCount, onPage, label }: PaginationProps) {
  if (pageCount < 2) return null;
  const go = (to: number) => to > 0 && to <= pageCount && onPage(to);
  return (
    <nav aria-label={label ?? t('common.pages')} className="flex flex-wrap items-center gap-1">
      <Button variant="quiet" iconOnly icon={<ChevronLeft />} aria-disabled={page <= 1} onClick={() => go(page - 1)}>
        {t('common.previousPage')}
      </Button>
      {listShownPages(page, pageCount).map((number, position) =>
        number === null ? (
          <span key={`gap-${position}`} className="px-1 text-text3 max-sm:hidden">
            …
          </span>
        ) : (
          <Button
            key={number}
            variant={number === page ? 'secondary' : 'quiet'}
            aria-label={t('common.pageNumber', { number })}
            aria-current={number === page ? 'page' : undefined}
            className={clsx(
              'px-2! max-sm:hidden',
              number === page && 'border-accent! forced-colors:border-[color:Highlight]!',
            )}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ),
      )}
      <span className="px-2 text-body font-strong sm:hidden">
        {page} / {pageCount}
      </span>
      <Button
        variant="quiet"
        iconOnly
        icon={<ChevronRight />}
        aria-disabled={page >= pageCount}
        onClick={() => go(page + 1)}
      >
        {t('common.nextPage')}
      </Button>
    </nav>
  );
}

/** Returns the first and last page and the neighbours of the current one; null stands for a gap of two or more. */
export function listShownPages(page: number, pageCount: number): (number | null)[] {
  const pages = new Set([1, pageCount, page - 1, page, page + 1]);
  if (page <= 4) for (const number of [2, 3, 4, 5]) pages.add(number);
  if (page >= pageCount - 3) for (const back of [1, 2, 3, 4]) pages.add(pageCount - back);
  const numbers = [...pages].filter((number) => number >= 1 && number <= pageCount).toSorted((a, b) => a - b);
  return numbers.flatMap((number, position) => {
    const before = numbers[position - 1] ?? number - 1;
    if (number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}
