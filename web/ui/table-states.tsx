import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
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

/** Belongs into a `role="status"` that was there before. */
export function NoMatch({ search, isFiltered = false, onClearSearch, text }: NoMatchProps) {
  return (
    <div className={frame}>
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

/** Returns true once `active` has lasted `ms`, so that quick responses never flash a skeleton. */
function useDelayed(active: boolean, ms = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, ms]);
  return active && late;
}

export type EmptyArtName = 'plug' | 'housing' | 'lift' | 'ledger' | 'search' | 'user';

/** Grey line drawings, each with one petrol part. They are decorative: the text beside them names what is missing. */
const drawings: Record<EmptyArtName, ReactNode> = {
  plug: (
    <>
      <path d="M22 26h76l-9 40a6 6 0 0 1-6 5H37a6 6 0 0 1-6-5z" />
      <path d="M52 71v8a8 8 0 0 0 16 0v-8M60 87v9" />
      <path
        className="stroke-accent"
        d="M38 42h.1M49 42h.1M60 42h.1M71 42h.1M82 42h.1M43 56h.1M54 56h.1M65 56h.1M76 56h.1"
        strokeWidth="5"
      />
    </>
  ),
  housing: (
    <>
      <rect x="20" y="22" width="80" height="50" rx="5" />
      <path d="M14 32h6m-6 30h6m80-30h6m-6 30h6M32 72v10h22V72m12 0v10h22V72M37 82v5m6-5v5m6-5v5m22-5v5m6-5v5m6-5v5" />
      <path className="stroke-accent" d="M36 36h30M36 46h48M36 56h18" />
    </>
  ),
  lift: (
    <>
      <path d="M24 18v74m72-74v74M16 92h24m40 0h24M24 62h16m40 0h16" />
      <path className="stroke-accent" d="M36 56V44l9-2 7-11h18l9 11 7 3v11z" />
      <path className="stroke-accent" d="M52 42h25" />
      <circle cx="46" cy="57" r="5" className="fill-surface" />
      <circle cx="75" cy="57" r="5" className="fill-surface" />
    </>
  ),
  ledger: (
    <>
      <path d="M26 20h50a5 5 0 0 1 5 5v26M60 90H26a5 5 0 0 1-5-5V25a5 5 0 0 1 5-5M33 34h34M33 46h24M33 58h18M33 70h14" />
      <circle cx="79" cy="75" r="18" className="stroke-accent" />
      <path className="stroke-accent" d="M85 69a8 8 0 1 0 0 12" />
    </>
  ),
  search: (
    <>
      <path d="M30 88h-4a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5h34l15 15v7M60 18v15h15M33 46h14M33 58h8" />
      <circle cx="67" cy="65" r="17" className="stroke-accent" />
      <path className="stroke-accent" d="m79.5 77.5 15 15M61 65h12" />
    </>
  ),
  user: (
    <>
      <rect x="16" y="26" width="88" height="58" rx="5" />
      <path d="M66 44h26M66 55h26M66 66h14" />
      <circle cx="42" cy="47" r="9" className="stroke-accent" />
      <path className="stroke-accent" d="M26 74c2-9 8-13 16-13s14 4 16 13" />
    </>
  ),
};

export function EmptyArt({ name }: { name: EmptyArtName }) {
  return (
    <svg
      width="120"
      height="110"
      viewBox="0 0 120 110"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="stroke-text3"
    >
      {drawings[name]}
    </svg>
  );
}
