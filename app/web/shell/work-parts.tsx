import { clsx } from 'clsx';
import { Link, useLocation } from 'react-router';
import { WAITING_COUNTED, type Waiting } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { WORK_WORDS } from '../../../features/staff/work/web/work-filter.tsx';
import { WORK_FILTERS } from '../../../features/staff/work/work-filter.ts';
import { t } from '../../../web/languages/text.ts';

interface WorkPartsProps {
  /** Path of the list that these are parts of. */
  to: string;
  parts: 'files' | 'tickets';
  work: NonNullable<Waiting['work']>;
  onChosen: (() => void) | undefined;
}

/** Shown below a list in the menu: those parts of it that contain work. */
export function WorkParts({ to, parts, work, onChosen }: WorkPartsProps) {
  const { pathname, search } = useLocation();
  const shown = WORK_FILTERS.filter((part) => work[part][parts] > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="ml-8.5 grid">
      {shown.map((part) => {
        const isHere = pathname === to && new URLSearchParams(search).get('work') === part;
        const count = work[part][parts];
        return (
          <li key={part}>
            <Link
              to={`${to}?work=${part}`}
              aria-current={isHere ? 'page' : undefined}
              onClick={onChosen}
              className={clsx(
                'flex min-h-7 items-center gap-2 rounded-control px-2 text-small coarse:min-h-control',
                isHere ? 'bg-surface2 font-strong text-text' : 'text-text2 hover:bg-surface hover:text-text',
              )}
            >
              <span className="min-w-0 wrap-anywhere hyphens-auto">{t(WORK_WORDS[part])}</span>
              <span className="ml-auto">{count < WAITING_COUNTED ? count : `${WAITING_COUNTED - 1}+`}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
