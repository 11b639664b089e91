import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/**
 * A filter in the address, so that a link shows the same entries. `read` leaves out what means nothing; it must be the
 * same function at every call.
 */
export function useFilterInAddress<Shown extends Record<string, string>>(read: (text: ReadParameter) => Shown) {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.toString();
  const shown = useMemo(() => {
    const current = new URLSearchParams(text);
    return read((name) => current.get(name) ?? '');
  }, [read, text]);
  /** Another filter has other pages. */
  const narrow = (change: Partial<Shown>) => {
    const next = new URLSearchParams(parameters);
    next.delete('page');
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParameters(next, { replace: true });
  };
  const clear = () => narrow(Object.fromEntries(Object.keys(shown).map((name) => [name, ''])) as Partial<Shown>);
  return { shown, narrow, clear };
}

/** The same for a log: `filterOf` makes what is asked of the server from what is shown; also the same function. */
export function useLogFilter<Shown extends Record<string, string>, Filter>(
  read: (text: ReadParameter) => Shown,
  filterOf: (shown: Shown) => Filter,
) {
  const { shown, narrow, clear } = useFilterInAddress(read);
  const filter = useMemo(() => filterOf(shown), [filterOf, shown]);
  return { shown, filter, narrow, clear };
}

/** The text of a parameter; empty without it. */
export type ReadParameter = (name: string) => string;

const DAY = /^\d{4}-\d\d-\d\d$/;

export const dayOf = (text: string): string => (DAY.test(text) ? text : '');

/** Days are those of the reader's clock, and both are part of it. */
export const periodOf = ({ from, until }: { from: string; until: string }) => ({
  ...(from !== '' && { from: startOf(from, 0) }),
  ...(until !== '' && { until: startOf(until, 1) }),
});

function startOf(day: string, daysLater: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysLater).toISOString();
}
