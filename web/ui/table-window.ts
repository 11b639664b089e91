import {
  type ComponentType,
  type RefObject,
  createElement,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { reportMissingPart } from './missing-part.ts';
import type { DrawnRows, LongListProps, VisibleRow } from './long-list.tsx';
import type { RowCount, Sort } from './table-column.ts';

const WHOLE_UP_TO = 200;
/** Lower limit for administrators' tables, which are searched all day: no key may cost rendering two hundred rows. */
const DENSE_WHOLE_UP_TO = 50;

/** Reports which rows are on the screen, whenever they change. */
export function useRange(visible: readonly VisibleRow[], onRange?: (first: number, last: number) => void) {
  const first = visible[0]?.position;
  const last = visible.at(-1)?.position;
  const latest = useRef(onRange);
  useLayoutEffect(() => {
    latest.current = onRange;
  });
  useEffect(() => {
    if (first !== undefined && last !== undefined) latest.current?.(first, last);
  }, [first, last]);
}

/** Returns `aria-rowcount` for a list of which only some rows are drawn; -1 if unknown (WAI-ARIA 1.2). */
export function allRows(rowCount: RowCount | undefined, here: number, headers = 0): number {
  return typeof rowCount === 'object' ? -1 : (rowCount ?? here) + headers;
}

interface Steady<Row> {
  list: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  visible: readonly VisibleRow[];
  /** A change of order moves all rows, so the position is then not preserved. */
  sort: Sort | null;
}

/** Keeps the first visible row in place when rows above the screen are added or removed. */
export function useSteadyRows<Row>({ list, rows, rowKey, visible, sort }: Steady<Row>): void {
  const before = useRef({ rows, sort, first: 0 });
  useLayoutEffect(() => {
    const { rows: old, sort: oldSort, first } = before.current;
    const row = old[first];
    const isSame = old === rows || JSON.stringify(sort) !== JSON.stringify(oldSort);
    if (isSame || first === 0 || row === undefined) return;
    const key = rowKey(row);
    const moved = rows.findIndex((one) => one !== undefined && rowKey(one) === key) - first;
    if (moved < -first || moved === 0) return;
    const height = list.current?.querySelector('[data-row]')?.getBoundingClientRect().height ?? 0;
    window.scrollBy({ top: moved * height, behavior: 'instant' });
  }, [list, rows, rowKey, sort]);
  useEffect(() => {
    before.current = { rows, sort, first: visible[0]?.position ?? 0 };
  });
}

/** Lazily loaded part that follows the scrolling of a long list; the many short lists do without its library. */
let LongList: ComponentType<LongListProps> | null = null;

async function loadLongList(): Promise<ComponentType<LongListProps>> {
  LongList ??= (await import('./long-list.tsx')).LongList;
  return LongList;
}

/**
 * Returns the rows to draw: all of a short list, or those of a long one near the screen, with the gaps around them.
 * Render `follower` next to the rows.
 */
export function useTableWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number, dense = false) {
  const windowed = count > (dense ? DENSE_WHOLE_UP_TO : WHOLE_UP_TO);
  const { Part, isMissing } = useLongList(windowed);
  const [followed, setFollowed] = useState<DrawnRows | null>(null);
  const isWhole = !windowed || isMissing;
  const first = useMemo(
    () =>
      isWhole
        ? computeFirstRows(count, count, rowHeight)
        : computeFirstRows(count, countRowsOnScreen(rowHeight), rowHeight),
    [isWhole, count, rowHeight],
  );
  if (isWhole) return { windowed, ...first, follower: null };
  const drawn = Part === null || followed === null ? first : clampRows(followed, count);
  const follower = Part && createElement(Part, { list, count, rowHeight, dense, onDraw: setFollowed });
  return { windowed, ...drawn, follower };
}

function useLongList(isNeeded: boolean) {
  const [Part, setPart] = useState(() => LongList);
  const [isMissing, setMissing] = useState(false);
  const isAsked = isNeeded && Part === null;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOpen = true;
    loadLongList().then(
      (loaded) => isOpen && setPart(() => loaded),
      () => {
        reportMissingPart();
        if (isOpen) setMissing(true);
      },
    );
    return () => {
      isOpen = false;
    };
  }, [isAsked]);
  return { Part, isMissing };
}

const countRowsOnScreen = (rowHeight: number) => Math.ceil(window.innerHeight / rowHeight) + 1;

function computeFirstRows(count: number, maxRows: number, rowHeight: number): DrawnRows {
  const shown = Math.min(count, maxRows);
  const visible = Array.from({ length: shown }, (_, position) => ({ position }));
  return { visible, before: 0, after: (count - shown) * rowHeight };
}

/** Leaves out rows that no longer exist after a search has shortened the list, until the follower has caught up. */
const clampRows = (drawn: DrawnRows, count: number): DrawnRows =>
  (drawn.visible.at(-1)?.position ?? 0) < count
    ? drawn
    : { ...drawn, visible: drawn.visible.filter(({ position }) => position < count) };
