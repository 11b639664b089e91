import { useMemo, useState } from 'react';
import { t } from '../languages/text.ts';
import type { Column } from '../ui/table-column.ts';
import { toFilterInput, type ListQuery, type ListTerms } from './list-query.ts';
import { Tick } from './selection.tsx';
import type { ListPages } from './use-list-pages.ts';

/** All rows that match a filter, as of the time the list was read, except for some. */
interface AllOfFilter {
  filter: Record<string, string>;
  as_of: string;
  except: ReadonlySet<number>;
}

/** A selection as the server expects it (`selectionOf` in contract/pages.ts). */
export interface SelectionInput {
  ids: number[];
  all?: Record<string, string> & { as_of: string; except: number[] };
}

interface ListSelectionOptions<Row> extends Pick<ListPages<Row>, 'totals'> {
  terms: ListTerms;
  query: ListQuery;
  /** Name for the label of a tick; always the same function, so that the rows are not all redrawn. */
  nameOf: (row: Row) => string;
  /** Returns when a row last changed; always the same function. */
  changedAt: (row: Row) => string;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The ticked rows by id, or all rows that match the filter, whether loaded or not. A change of the filter ends "all";
 * rows that were ticked one by one stay ticked.
 */
export function useListSelection<Row extends { id: number }>(options: ListSelectionOptions<Row>) {
  const { terms, query, totals, nameOf, changedAt } = options;
  const [ids, setIds] = useState<ReadonlySet<number>>(NONE);
  const [whole, setWhole] = useState<AllOfFilter | null>(null);
  const filter = toFilterInput(query, terms);
  const all = whole !== null && JSON.stringify(whole.filter) === JSON.stringify(filter) ? whole : null;
  const column = useMemo((): Column<Row> => {
    const isOn = (row: Row) => ids.has(row.id) || (all !== null && isOfAll(all, row.id, changedAt(row)));
    const toggle = (row: Row) => {
      const wasOn = isOn(row);
      setIds((before) => withId(before, row.id, !wasOn && !(all && isThere(all, changedAt(row)))));
      if (all && isThere(all, changedAt(row))) setWhole({ ...all, except: withId(all.except, row.id, wasOn) });
    };
    return {
      key: 'select',
      header: t('common.list.select'),
      actions: true,
      phone: 'start',
      cell: (row) => (
        <Tick
          isOn={isOn(row)}
          label={t('common.list.selectLabel', { name: nameOf(row) })}
          onToggle={() => toggle(row)}
        />
      ),
    };
  }, [ids, all, nameOf, changedAt]);
  const input = useMemo(
    (): SelectionInput => ({
      ids: [...ids],
      ...(all && { all: { ...all.filter, as_of: all.as_of, except: [...all.except] } as SelectionInput['all'] }),
    }),
    [ids, all],
  );
  return {
    column,
    input,
    /** Whether the server has to count the selected rows. */
    isAll: all !== null,
    ticked: ids.size,
    mayAll:
      all === null && totals !== undefined && totals.matching > 0 && !(totals.is_exact && totals.matching === ids.size),
    selectAll: () => totals && setWhole({ filter, as_of: totals.as_of, except: NONE }),
    /** Removes a row that no longer exists. */
    drop: (gone: number) => setIds((before) => withId(before, gone, false)),
    clear: () => {
      setIds(NONE);
      setWhole(null);
    },
  };
}

export type ListSelection = Omit<ReturnType<typeof useListSelection>, 'column'>;

/** Compares times as text: the server formats them all alike, except for the number of decimal digits. */
const isThere = (all: AllOfFilter, changedAt: string) => changedAt.slice(0, 23) <= all.as_of.slice(0, 23);

const isOfAll = (all: AllOfFilter, id: number, changedAt: string) => isThere(all, changedAt) && !all.except.has(id);

function withId(before: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  if (before.has(id) === isIn) return before;
  const next = new Set(before);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
