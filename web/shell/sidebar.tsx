import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '../text.ts';
import { Brand } from './brand.tsx';
import { InstallButton } from './install-button.tsx';

export interface SidebarEntry {
  text: string;
  to: string;
  Icon: LucideIcon;
  /** After "g" it leads here. */
  letter?: string;
  /** Starts of further paths that belong to this section. */
  also?: readonly string[];
  /** One word that stands out, such as NEW. */
  badge?: string;
}

export interface SidebarProps {
  entries: readonly SidebarEntry[];
  /** Below the entries, such as the dark mode toggle. */
  foot?: ReactNode;
  /** After an entry was pressed. */
  onChosen?: () => void;
}

/** Always graphite: the same instrument panel in a light and in a dark room. */
export function Sidebar({ entries, foot, onChosen }: SidebarProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('Main menu')} className="flex min-h-full flex-col gap-6 px-3 py-4">
      <div className="px-3">
        <Brand />
      </div>
      <ul className="grid gap-1">
        {entries.map((entry) => (
          <li key={entry.to}>
            <EntryLink entry={entry} place={placeOf(entry, pathname)} onChosen={onChosen} />
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-1 border-t pt-3 empty:hidden">
        <InstallButton />
        {foot}
      </div>
    </nav>
  );
}

type Place = 'here' | 'inside' | 'elsewhere';

export function placeOf({ to, also = [] }: Pick<SidebarEntry, 'to' | 'also'>, pathname: string): Place {
  if (pathname === to || pathname === `${to}/`) return 'here';
  return [to, ...also].some((start) => pathname.startsWith(`${start}/`)) ? 'inside' : 'elsewhere';
}

const currents = { here: 'page', inside: 'true', elsewhere: undefined } as const;

function EntryLink({
  entry,
  place,
  onChosen,
}: {
  entry: SidebarEntry;
  place: Place;
  onChosen: (() => void) | undefined;
}) {
  const { text, to, Icon, badge } = entry;
  return (
    <Link
      to={to}
      aria-current={currents[place]}
      onClick={onChosen}
      className={clsx(
        'relative flex min-h-control items-center gap-3 rounded-control px-3 py-0.5 text-body leading-tight transition-colors duration-150',
        place === 'elsewhere'
          ? 'text-text2 hover:bg-surface hover:text-text'
          : [
              'bg-surface2 font-strong text-text',
              'before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-accent',
            ],
      )}
    >
      <Icon size={19} className={clsx('shrink-0', place !== 'elsewhere' && 'text-accent')} />
      <span className="min-w-0 wrap-anywhere hyphens-auto">{t(text)}</span>
      {badge && (
        <span className="ml-auto rounded-control bg-accent px-1.5 py-0.5 text-small font-strong text-on-accent">
          {t(badge)}
        </span>
      )}
    </Link>
  );
}
