import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
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

interface ListSelectionOptions<Row> {
  list: Pick<ListPages<Row>, 'totals' | 'rows'>;
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
  const { terms, query } = options;
  const { totals } = options.list;
  const [ids, setIds] = useState<ReadonlySet<number>>(NONE);
  const [whole, setWhole] = useState<AllOfFilter | null>(null);
  const filter = toFilterInput(query, terms);
  const all = whole !== null && JSON.stringify(whole.filter) === JSON.stringify(filter) ? whole : null;
  const column = useTickColumn(options, { ids, setIds, all, setWhole });
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

interface Ticked {
  ids: ReadonlySet<number>;
  setIds: Dispatch<SetStateAction<ReadonlySet<number>>>;
  all: AllOfFilter | null;
  setWhole: (all: AllOfFilter) => void;
}

/** The ticks; with Shift, all rows from the one that was ticked before become like this one. */
function useTickColumn<Row extends { id: number }>(
  { list: { rows }, nameOf, changedAt }: ListSelectionOptions<Row>,
  { ids, setIds, all, setWhole }: Ticked,
): Column<Row> {
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  });
  const previous = useRef<number | null>(null);
  return useMemo((): Column<Row> => {
    const isOn = (row: Row) => ids.has(row.id) || (all !== null && isOfAll(all, row.id, changedAt(row)));
    const toggle = (row: Row, isRange: boolean) => {
      const becomesOn = !isOn(row);
      const changed = isRange ? findRange(latestRows.current ?? [], previous.current, row) : [row];
      previous.current = row.id;
      const [ofAll, others] = split(changed, (one) => all !== null && isThere(all, changedAt(one)));
      setIds((before) => withIds(withIds(before, others, becomesOn), ofAll, false));
      if (all && ofAll.length > 0) setWhole({ ...all, except: withIds(all.except, ofAll, !becomesOn) });
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
          onToggle={(isRange) => toggle(row, isRange)}
        />
      ),
    };
  }, [ids, all, nameOf, changedAt, setIds, setWhole]);
}

/** Returns the loaded rows from the previous one to this one, in either direction. */
function findRange<Row extends { id: number }>(rows: readonly Row[], previous: number | null, row: Row): Row[] {
  // Without those that are not loaded, which are holes.
  const loaded = rows.filter(() => true);
  const ends = [previous, row.id].map((id) => loaded.findIndex((one) => one.id === id));
  const [from = -1, to = -1] = ends.toSorted((one, other) => one - other);
  return from === -1 ? [row] : loaded.slice(from, to + 1);
}

const split = <Row,>(rows: readonly Row[], isFirst: (row: Row) => boolean): [Row[], Row[]] => [
  rows.filter(isFirst),
  rows.filter((row) => !isFirst(row)),
];

const withIds = (before: ReadonlySet<number>, rows: readonly { id: number }[], isIn: boolean): ReadonlySet<number> =>
  rows.reduce((set, { id }) => withId(set, id, isIn), before);

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
