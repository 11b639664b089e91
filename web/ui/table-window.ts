import { useWindowVirtualizer, windowScroll, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { RowCount, Sort } from './table-column.ts';

const WHOLE_UP_TO = 200;
/** Of an administrator's table, which is searched all day: no key may cost the drawing of two hundred rows. */
const DENSE_WHOLE_UP_TO = 50;

export type VisibleRow = { position: number; measure?: (element: Element | null) => void };

/** Where a list begins at most, nearly: until it is measured. */
const LIST_TOP = 200;

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

/** What a screen reader gets for a list of which some rows are drawn; -1 where unknown (WAI-ARIA 1.2). */
export function allRows(rowCount: RowCount | undefined, here: number, headers = 0): number {
  return typeof rowCount === 'object' ? -1 : (rowCount ?? here) + headers;
}

interface Steady<Row> {
  list: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  visible: readonly VisibleRow[];
  /** In another order the rows are others. */
  sort: Sort | null;
}

/** Rows that come or go above the screen move nothing on it: the first row on it stays where it is. */
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

const knownHeight = (element: Element, { itemSizeCache, options, indexFromElement }: Virtualizer<Window, Element>) =>
  itemSizeCache.get(options.getItemKey(indexFromElement(element)));

/** The rows worth drawing: all of a short list; of a long one those near the screen, with the gaps around them. */
export function useTableWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number, dense = false) {
  const [listTop, setListTop] = useState(LIST_TOP);
  const windowed = count > (dense ? DENSE_WHOLE_UP_TO : WHOLE_UP_TO);
  // oxlint-disable-next-line react/incompatible-library -- it renders on scrolling, which is what it is for
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: windowed,
    estimateSize: () => rowHeight,
    overscan: 1,
    scrollMargin: listTop,
    // Rows belong to the first drawing already: a second one would be styled and laid out once more.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: (element, entry, rows) =>
      entry?.borderBoxSize[0]?.blockSize ??
      knownHeight(element, rows) ??
      // The rows of a dense table are one line nearly always; those that are not report it by themselves before the
      // paint.
      (dense ? rowHeight : element.getBoundingClientRect().height || rowHeight),
    // It begins by going where the page is already, for which all of it has to be laid out.
    scrollToFn: (offset, options, rows) => {
      if (options.adjustments || offset !== rows.scrollOffset) windowScroll(offset, options, rows);
    },
  });
  useLayoutEffect(() => {
    if (!windowed) return;
    const measure = () => {
      if (list.current) setListTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // Whatever stands above the list may change its height at any time.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, windowed]);
  if (!windowed) {
    const visible: VisibleRow[] = Array.from({ length: count }, (_, position) => ({ position }));
    return { windowed, visible, before: 0, after: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const visible: VisibleRow[] = items.map((item) => ({ position: item.index, measure: virtualizer.measureElement }));
  const before = Math.max(0, (items[0]?.start ?? listTop) - listTop);
  const after = Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? listTop) - listTop));
  return { windowed, visible, before, after };
}
