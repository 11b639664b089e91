import { startTransition, useMemo, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import { beginOfDay } from '../languages/time-zone.ts';

/**
 * Stores a filter in the address, so that a link shows the same entries. `read` ignores invalid parameters; it must be
 * the same function on every call.
 */
export function useFilterInAddress<Shown extends Record<string, string>>(read: (text: ReadParameter) => Shown) {
  const [parameters, setParameters] = useSearchParams();
  // Shown at once, because typed letters must not wait for the router's slower update: React would take them back.
  const [text, showText] = useOptimistic(parameters.toString());
  const shown = useMemo(() => {
    const current = new URLSearchParams(text);
    return read((name) => current.get(name) ?? '');
  }, [read, text]);
  /** Changes the filter and drops `page`, since a new filter has different pages. */
  const narrow = (change: Partial<Shown>) => {
    const next = new URLSearchParams(text);
    next.delete('page');
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    startTransition(() => {
      showText(next.toString());
      setParameters(next, { replace: true });
    });
  };
  const clear = () => narrow(Object.fromEntries(Object.keys(shown).map((name) => [name, ''])) as Partial<Shown>);
  /** While the address, and with it `page`, is still that of before. */
  const isChanging = text !== parameters.toString();
  return { shown, isChanging, narrow, clear };
}

/** The same for a log. `filterOf` converts the shown filter into the server's; also always the same function. */
export function useLogFilter<Shown extends Record<string, string>, Filter>(
  read: (text: ReadParameter) => Shown,
  filterOf: (shown: Shown) => Filter,
) {
  const { shown, narrow, clear } = useFilterInAddress(read);
  const filter = useMemo(() => filterOf(shown), [filterOf, shown]);
  return { shown, filter, narrow, clear };
}

/** Returns the text of a parameter; empty if it is missing. */
export type ReadParameter = (name: string) => string;

const DAY = /^\d{4}-\d\d-\d\d$/;

export const dayOf = (text: string): string => (DAY.test(text) ? text : '');

/** Converts days of the shop into a period that includes both. */
export const periodOf = ({ from, until }: { from: string; until: string }) => ({
  ...(from !== '' && { from: beginOfDay(from).toISOString() }),
  ...(until !== '' && { until: beginOfDay(until, 1).toISOString() }),
});
