import { clsx } from 'clsx';
import { type LucideIcon, MonitorDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { WAITING_COUNTED, type Waiting } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { useWaiting } from '../../../features/staff/dashboard/web/waiting.api.ts';
import { type Label, t } from '../../../web/languages/text.ts';
import { Brand } from '../../../web/frame/brand.tsx';
import type { OutsideService } from '../../../features/shop/settings.calls.ts';
import { useCan } from '../../../web/client/session.ts';
import { useInstallPrompt } from '../../../web/client/install-prompt.ts';
import { WORK_WORDS } from '../../../features/staff/work/web/work-filter.tsx';
import { WORK_PARTS } from '../../../features/staff/work/work-filter.ts';

export interface SidebarEntry {
  text: Label;
  to: string;
  Icon: LucideIcon;
  /** Service of others that it leads to; left out once the service is not used. */
  service?: OutsideService;
  /** Letter that opens this entry after "g". */
  shortcut?: string;
  /** Prefixes of further paths that belong to this entry. */
  also?: readonly string[];
  /** The entry of the menu of which this screen is a tab. */
  tabOf?: Pick<SidebarEntry, 'text' | 'Icon'>;
  /** Heading above this entry and its neighbours with the same group; without one, the entry stands alone. */
  group?: Label;
  /** A highlighted word, such as NEW. */
  badge?: Label;
  /** Which waiting items the entry counts. */
  waiting?: Exclude<keyof Waiting, 'work'>;
  /** Lists the parts of the work below the entry, with the number of these items in each. */
  parts?: 'files' | 'tickets';
  /** Whether the counted items wait for work rather than just to be looked at. */
  isWork?: boolean;
}

export interface SidebarProps {
  entries: readonly SidebarEntry[];
  /** Content below the entries, such as the dark mode toggle. */
  foot?: ReactNode;
  /** Called after an entry was pressed. */
  onChosen?: () => void;
}

/** Always graphite, in the light theme as well as in the dark one. */
export function Sidebar({ entries, foot, onChosen }: SidebarProps) {
  const { pathname } = useLocation();
  const waiting = useWaiting();
  const canReadWork = useCan('work.read');
  return (
    <nav aria-label={t('common.shell.mainMenu')} className="flex min-h-full flex-col gap-4 px-2 py-3 low:gap-2.5">
      <div className="px-2.5 py-0.5">
        <Brand />
      </div>
      {groupEntries(entries).map(({ group, members }, index) => (
        <div key={index}>
          {group !== undefined && (
            <h2 id={`menu-${index}`} className="px-2.5 pb-1 text-label font-normal text-text3">
              {t(group)}
            </h2>
          )}
          <ul aria-labelledby={group === undefined ? undefined : `menu-${index}`} className="grid gap-px">
            {mergeTabs(members).map(({ entry, tabs }) => (
              <li key={entry.to}>
                <EntryLink
                  entry={entry}
                  count={(entry.waiting && waiting?.[entry.waiting]) ?? 0}
                  place={locateTabs(tabs, pathname)}
                  onChosen={onChosen}
                />
                {entry.parts && canReadWork && pathname === entry.to && (
                  <WorkParts to={entry.to} parts={entry.parts} work={waiting?.work} onChosen={onChosen} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="mt-auto grid gap-1 border-t pt-3 empty:hidden">
        <InstallButton />
        {foot}
      </div>
    </nav>
  );
}

function groupEntries(entries: readonly SidebarEntry[]) {
  const groups = new Map<Label | undefined, SidebarEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([group, members]) => ({ group, members }));
}

/** Screens that are tabs of one entry, as that entry, which leads to the first of them. */
function mergeTabs(entries: readonly SidebarEntry[]) {
  const merged: { entry: SidebarEntry; tabs: SidebarEntry[] }[] = [];
  for (const entry of entries) {
    const same = merged.find(({ entry: { tabOf } }) => tabOf !== undefined && tabOf === entry.tabOf);
    if (same) same.tabs.push(entry);
    else merged.push({ entry: { ...entry, ...entry.tabOf }, tabs: [entry] });
  }
  return merged;
}

function locateTabs(tabs: readonly SidebarEntry[], pathname: string): Place {
  const places = tabs.map((tab) => locateEntry(tab, pathname));
  if (tabs.length === 1) return places[0] ?? 'elsewhere';
  return places.every((place) => place === 'elsewhere') ? 'elsewhere' : 'inside';
}

type Place = 'here' | 'inside' | 'elsewhere';

export function locateEntry({ to, also = [] }: Pick<SidebarEntry, 'to' | 'also'>, pathname: string): Place {
  if (pathname === to || pathname === `${to}/`) return 'here';
  return [to, ...also].some((start) => pathname.startsWith(`${start}/`)) ? 'inside' : 'elsewhere';
}

export const currents = { here: 'page', inside: 'true', elsewhere: undefined } as const;

interface EntryLinkProps {
  entry: SidebarEntry;
  /** Number of waiting items; 0 if there are none or the number is unknown. */
  count: number;
  place: Place;
  onChosen: (() => void) | undefined;
}

function EntryLink({ entry, count, place, onChosen }: EntryLinkProps) {
  const { text, to, Icon, badge, isWork = false } = entry;
  return (
    <Link
      to={to}
      aria-current={currents[place]}
      onClick={onChosen}
      className={clsx(
        'flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-0.5 text-body leading-tight transition-colors duration-150',
        'low:min-h-7 coarse:min-h-control',
        place === 'elsewhere'
          ? 'text-text2 hover:bg-surface hover:text-text'
          : 'forced-current bg-surface2 font-strong text-text',
      )}
    >
      <Icon
        size={17}
        className={clsx('shrink-0', place !== 'elsewhere' && 'text-accent forced-colors:text-[HighlightText]')}
      />
      <span className="min-w-0 wrap-anywhere hyphens-auto">{t(text)}</span>
      {badge && (
        <span className="ml-auto rounded-full bg-accent px-2 py-0.5 text-label leading-none font-strong text-on-accent">
          {t(badge)}
        </span>
      )}
      {count > 0 && <Count count={count} isWork={isWork} />}
    </Link>
  );
}

/** Spells the count out for screen readers, so that the link is named "My Files, 3 waiting". */
function Count({ count, isWork }: { count: number; isWork: boolean }) {
  const shown = count < WAITING_COUNTED ? String(count) : `${WAITING_COUNTED - 1}+`;
  return (
    <>
      <span className="sr-only">{t('common.shell.waitingCount', { count: shown })}</span>
      <span
        aria-hidden="true"
        className={clsx(
          'ml-auto min-w-5 rounded-full px-1.5 py-0.5 text-center text-label leading-none font-strong',
          isWork ? 'bg-accent text-on-accent' : 'bg-border text-text',
        )}
      >
        {shown}
      </span>
    </>
  );
}

/** Shown if the browser can install the portal as an app (X-GEN-11). */
export function InstallButton() {
  const ask = useInstallPrompt();
  if (ask === null) return null;
  return (
    <button
      type="button"
      onClick={() => void ask()}
      className="flex min-h-control w-full items-center gap-3 rounded-control px-3 text-body text-text2 hover:bg-surface hover:text-text"
    >
      <MonitorDown size={19} className="shrink-0" />
      {t('common.shell.installApp')}
    </button>
  );
}

interface WorkPartsProps {
  /** Path of the list that these are parts of. */
  to: string;
  parts: 'files' | 'tickets';
  /** Undefined until it is known: the parts stand there from the start, so that nothing moves. */
  work: NonNullable<Waiting['work']> | undefined;
  onChosen: (() => void) | undefined;
}

/** Shown below a list in the menu while it is open: the parts that staff work through. */
function WorkParts({ to, parts, work, onChosen }: WorkPartsProps) {
  const { pathname, search } = useLocation();
  return (
    <ul className="ml-8.5 grid">
      {WORK_PARTS.map((part) => {
        const isHere = pathname === to && new URLSearchParams(search).get('work') === part;
        const count = work?.[part][parts] ?? 0;
        return (
          <li key={part}>
            <Link
              to={`${to}?work=${part}`}
              aria-current={isHere ? 'page' : undefined}
              onClick={onChosen}
              className={clsx(
                'flex min-h-7 items-center gap-2 rounded-control px-2 text-small coarse:min-h-control',
                isHere
                  ? 'forced-current bg-surface2 font-strong text-text'
                  : 'text-text2 hover:bg-surface hover:text-text',
              )}
            >
              <span className="min-w-0 wrap-anywhere hyphens-auto">{t(WORK_WORDS[part])}</span>
              {count > 0 && (
                <span className="ml-auto">{count < WAITING_COUNTED ? count : `${WAITING_COUNTED - 1}+`}</span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
