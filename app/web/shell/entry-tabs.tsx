import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { type Label, t } from '../../../web/languages/text.ts';
import { type SidebarEntry, currents, locateEntry } from './sidebar.tsx';

/** The screens of one entry of the menu, each with an address of its own. */
export default function EntryTabs({ name, tabs }: { name: Label; tabs: readonly SidebarEntry[] }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const current = tabs.find((tab) => locateEntry(tab, pathname) !== 'elsewhere')?.to;
  // On a phone the last tabs are beside the screen.
  useEffect(() => {
    list.current?.querySelector(`[href="${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav aria-label={t(name)}>
      <ul ref={list} className="flex gap-x-1 overflow-x-auto border-b">
        {tabs.map((tab) => {
          const place = locateEntry(tab, pathname);
          return (
            <li key={tab.to} className="shrink-0">
              <Link
                to={tab.to}
                aria-current={currents[place]}
                className={clsx(
                  'flex min-h-control items-center border-b-2 px-2 text-small font-strong -outline-offset-3 sm:px-3 sm:text-body',
                  place === 'elsewhere'
                    ? 'border-transparent text-text2 hover:text-text forced-colors:border-[color:Canvas]'
                    : 'border-accent text-text forced-colors:border-[color:Highlight]',
                )}
              >
                {t(tab.text)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
