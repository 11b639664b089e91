import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { HELD_ROWS, type ListCounts, type ListQuery, type ListView } from './list-shape.ts';
import { FRESH_MS, type LongList } from './long-list.ts';
import { keyOfOpen, openList, type ListSource } from './open-lists.ts';

/** So near the end of what is here the next rows are asked for. */
const MARGIN_ROWS = 60;
/** While a list arrives for the first time. */
const LOOK_EVERY_MS = 250;

export interface LongRows<Row> {
  /** As long as there are rows that match, with those near the screen in their places; undefined: still loading. */
  rows: readonly Row[] | undefined;
  /** Of the whole list; undefined until all of it is here. */
  total: number | undefined;
  counts: ListCounts | undefined;
  matching: number;
  hasFailed: boolean;
  retry: () => void;
  /** The rows that are on the screen. */
  onRange: (first: number, last: number) => void;
  /** Every row that matches, in the order of the list; waits for all of it, and fails when it does not come. */
  takeAll: () => Promise<Row[]>;
}

/** The rows of a list that may have a hundred thousand of them: they live in a thread of their own. */
export function useLongRows<Row>(source: ListSource, query: ListQuery): LongRows<Row> {
  const list = useOpenList(source);
  const loaded = useQuery({ queryKey: source.queryKey, queryFn: () => list.load(), staleTime: FRESH_MS });
  const [from, setFrom] = useState(0);
  const view = useView(list, { query, from, version: loaded.dataUpdatedAt });
  // What nobody has found in the part that is here may be in the rest.
  const isHere = view !== null && (view.isComplete || view.matching > 0);
  const rows = useMemo(() => (isHere ? (placeRows(view) as Row[]) : undefined), [isHere, view]);
  return {
    rows,
    total: view?.isComplete ? view.total : undefined,
    counts: view?.isComplete ? view.counts : undefined,
    matching: view?.matching ?? 0,
    hasFailed: loaded.isError && !loaded.isFetching,
    retry: () => void loaded.refetch(),
    onRange: (first, last) => {
      const isNearStart = from > 0 && first < from + MARGIN_ROWS;
      const isNearEnd = last > from + HELD_ROWS - MARGIN_ROWS;
      if (isNearStart || isNearEnd) setFrom(Math.max(0, first - HELD_ROWS / 2));
    },
    takeAll: async () => {
      if (!view?.isComplete) await loaded.refetch({ cancelRefetch: false, throwOnError: true });
      return (await list.takeAll(query)) as unknown as Row[];
    },
  };
}

function useOpenList(source: ListSource): LongList {
  const client = useQueryClient();
  const open = () => openList(client, source);
  const { data } = useQuery({
    queryKey: keyOfOpen(source),
    queryFn: open,
    initialData: open,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return data;
}

interface Looking {
  query: ListQuery;
  from: number;
  /** Another one: the rows may be others. */
  version: number;
}

/** What was answered last. Until the next answer it stays: a list that is being searched does not flicker. */
function useView(list: LongList, { query, from, version }: Looking): ListView | null {
  const [view, setView] = useState(() => list.firstView(query));
  // With the version the same question is asked again.
  const asked = JSON.stringify([query, version]);
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const [wanted, read] = JSON.parse(asked) as [ListQuery, number];
    const look = () => {
      timer = undefined;
      void list.look(wanted, from, from + HELD_ROWS).then((answer) => {
        if (isWanted) setView(answer);
      });
    };
    // While the first rows are drawn, more have come; those are no hurry.
    let isUrgent = read > 0 || list.firstView(wanted) === null;
    if (isUrgent) look();
    else timer = setTimeout(look, LOOK_EVERY_MS);
    const stopHearing = list.onGrown(() => {
      timer ??= setTimeout(look, isUrgent ? 0 : LOOK_EVERY_MS);
      isUrgent = false;
    });
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stopHearing();
    };
  }, [list, asked, from]);
  return view;
}

function placeRows({ matching, from, rows }: ListView): unknown[] {
  const placed: unknown[] = Array.from({ length: 0 });
  placed.length = matching;
  for (const [at, row] of rows.entries()) placed[from + at] = row;
  return placed;
}
