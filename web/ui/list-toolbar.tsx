import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useFold } from './folded-filter.tsx';
import { SearchInput } from './search-input.tsx';
import { Select } from './select.tsx';
import type { SelectOption } from './select.tsx';
import type { Sort } from './table-column.ts';

const SEARCH = 'q';
const SORT = 'sort';

function readSort(text: string): Sort | null {
  if (!text) return null;
  return text.startsWith('-') ? { key: text.slice(1), direction: 'descending' } : { key: text, direction: 'ascending' };
}

/** Stores the search, order and filters of a list in the address, so that a link shows the same list to others. */
export function useListAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { key, state } = useLocation();
  const inAddress = parameters.get(SEARCH) ?? '';
  // Local state, because typed letters and pressed headers must not wait for the router's slower update.
  const [search, setSearchText] = useState(inAddress);
  const sortInAddress = parameters.get(SORT) ?? '';
  const [sort, setSortText] = useState(sortInAddress);
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (!(state as { typed?: true } | null)?.typed) {
      setSearchText(inAddress);
      setSortText(sortInAddress);
    }
  }

  const write = (change: Record<string, string>) => {
    const next = new URLSearchParams(parameters);
    // The typed text may not be in the address yet.
    if (search) next.set(SEARCH, search);
    if (sort) next.set(SORT, sort);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParameters(next, { replace: true, state: { typed: true } });
  };
  const later = useDebounced(() => write({ [SEARCH]: search, [SORT]: sort }));
  return {
    search,
    setSearch: (text: string) => {
      setSearchText(text);
      later();
    },
    filter: (name: string) => parameters.get(name) ?? '',
    setFilters: write,
    sort: readSort(sort),
    setSort: (next: Sort) => {
      setSortText(next.direction === 'descending' ? `-${next.key}` : next.key);
      later();
    },
    clear: () => {
      setSearchText('');
      setParameters(sort ? { [SORT]: sort } : {}, { replace: true, state: { typed: true } });
    },
  };
}

/** Longer than the time between two keystrokes. */
const PAUSE_MS = 300;

/**
 * Debounces `run` until typing pauses or the focus leaves, because each change of the address re-renders everything on
 * the page that depends on it.
 */
function useDebounced(run: () => void): () => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const waiting = useRef<() => void>(undefined);
  useEffect(() => () => waiting.current?.(), []);
  return () => {
    waiting.current?.();
    const now = () => {
      stop();
      latest.current();
    };
    const timer = setTimeout(now, PAUSE_MS);
    window.addEventListener('focusout', now);
    const stop = () => {
      clearTimeout(timer);
      window.removeEventListener('focusout', now);
      waiting.current = undefined;
    };
    waiting.current = stop;
  };
}

/** Whether every word of the search is found in at least one of the fields. */
export function matchesAll(search: string, found: (word: string) => boolean): boolean {
  return search.toLowerCase().split(/\s+/).filter(Boolean).every(found);
}

export type ToolbarFilter = {
  label: string;
  /** Label of the choice without a filter, such as "Any status". */
  any?: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
};

export type ListToolbarProps = {
  search: string;
  onSearch: (text: string) => void;
  placeholder: string;
  filters: readonly ToolbarFilter[];
};

/** Toolbar above a list: the search first, the filters on the right; on a phone they are folded behind a button. */
export function ListToolbar({ search, onSearch, placeholder, filters }: ListToolbarProps) {
  const fold = useFold(filters.length === 0 ? undefined : filters.filter(({ value }) => value !== '').length);
  return (
    <div {...fold.frame} className="flex flex-wrap items-center gap-2 p-4 max-sm:py-2 sm:gap-3">
      <SearchInput value={search} onChange={onSearch} placeholder={placeholder} />
      {fold.button}
      <div
        id={fold.filters.id}
        className={clsx(
          'grid w-full grid-cols-2 gap-2 empty:hidden sm:ml-auto sm:flex sm:w-auto sm:gap-3',
          fold.filters.className,
        )}
      >
        {filters.map((filter) => (
          <Select
            key={filter.label}
            aria-label={filter.label}
            className="min-w-0 sm:w-40"
            options={filter.options}
            placeholder={filter.any ?? filter.label}
            value={filter.value}
            onChange={(event) => filter.onChange(event.target.value)}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * For the Card around an administrator's table: 13 px text, tighter columns, two-line headers and one-line rows.
 * Only the headline may wrap, if it is longer than the window has room for.
 */
export const COMPACT =
  'sm:[&_td]:min-w-0 sm:[&_td]:px-1.5 sm:[&_td]:text-small sm:[&_td:not([data-wraps])]:whitespace-nowrap ' +
  'sm:[&_th]:px-1.5 sm:[&_th]:leading-tight sm:[&_th:not(:first-child)]:whitespace-normal ' +
  'sm:[&_:is(td,th):first-child]:pl-4 sm:[&_:is(td,th):last-child]:pr-4';
