import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { useDelayed } from './delayed.ts';
import { EmptyArt } from './empty-art.tsx';
import type { EmptyArtName } from './empty-art.tsx';
import { SkeletonRows } from './skeleton-shapes.tsx';

/** Has the same height in every state, so that a response does not shift the page. */
const frame = 'flex min-h-72 flex-col items-center justify-center gap-4 px-5 py-8 text-center text-body text-text2';

type LoadingRowsProps = { caption: string; columns?: number; dense?: boolean };

export function LoadingRows({ caption, columns, dense }: LoadingRowsProps) {
  const late = useDelayed(true);
  // `data-coming` is set from the start, so that content below waits even before the bars are shown.
  return (
    <div role="status" aria-label={caption} data-coming="" className="min-h-72">
      {late && (
        <>
          <span className="sr-only">{t('common.loading')}</span>
          <SkeletonRows columns={columns} dense={dense} />
        </>
      )}
    </div>
  );
}

export function LoadError({ onRetry }: { onRetry?: () => void }) {
  return (
    <div role="alert" className={frame}>
      <p>{t('common.couldNotLoad')}</p>
      {onRetry && (
        <Button icon={<RotateCw />} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}

/** Shown above loaded rows: some may be missing, or these may be out of date. */
export function NotAllLoaded({ onRetry }: { onRetry?: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex items-center gap-3 border-t bg-red-bg px-4 py-2 text-body text-red-fg">
      <p className="mr-auto">{t('common.couldNotLoad')}</p>
      {onRetry && (
        <Button small icon={<RotateCw />} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}

type NoMatchProps = {
  search: string;
  /** Whether the rows were filtered by more than a search text. */
  isFiltered?: boolean;
  onClearSearch?: () => void;
  /** Text to show instead of "No results for …". */
  text?: string;
};

export function NoMatch({ search, isFiltered = false, onClearSearch, text }: NoMatchProps) {
  return (
    <div role="status" className={frame}>
      <EmptyArt name="search" />
      <p className="max-w-full wrap-anywhere">{text ?? t('common.noResults', { q: search })}</p>
      {onClearSearch && (
        <Button onClick={onClearSearch}>{isFiltered ? t('common.clearFilters') : t('common.clearSearch')}</Button>
      )}
    </div>
  );
}

export type EmptyStateProps = { text: string; art?: EmptyArtName; action?: ReactNode };

/** Also used for lists that are not tables. */
export function EmptyState({ text, art = 'housing', action }: EmptyStateProps) {
  return (
    <div className={frame}>
      <EmptyArt name={art} />
      <p>{text}</p>
      {action}
    </div>
  );
}
