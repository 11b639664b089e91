import { type Virtualizer, useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Assumed top of a list until it is measured, close to the largest in practice. */
const LIST_TOP = 200;

const readKnownHeight = (
  element: Element,
  { itemSizeCache, options, indexFromElement }: Virtualizer<Window, Element>,
) => itemSizeCache.get(options.getItemKey(indexFromElement(element)));

/** Draws nothing: reports which rows of a long list are near the screen. */
export function LongList({ list, count, rowHeight, dense, onDraw }: LongListProps): null {
  const listTop = useListTop(list);
  // oxlint-disable-next-line react/incompatible-library -- it renders on scrolling, which is what it is for
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 1,
    scrollMargin: listTop,
    // Includes rows in the first render already: a second render would cost another style and layout pass.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: (element, entry, rows) =>
      entry?.borderBoxSize[0]?.blockSize ??
      readKnownHeight(element, rows) ??
      // The rows of a dense table are almost always one line high; others report their own height before the paint.
      (dense ? rowHeight : element.getBoundingClientRect().height || rowHeight),
    // Skips the initial scroll to where the page already is, which would force a layout of everything.
    scrollToFn: (offset, options, rows) => {
      if (options.adjustments || offset !== rows.scrollOffset) windowScroll(offset, options, rows);
    },
  });
  const items = virtualizer.getVirtualItems();
  const { measureElement: measure } = virtualizer;
  const before = Math.max(0, (items[0]?.start ?? listTop) - listTop);
  const after = Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? listTop) - listTop));
  useLayoutEffect(() => {
    const visible: VisibleRow[] = items.map(({ index }) => ({ position: index, measure }));
    onDraw({ visible, before, after });
    // Compares first index and length, because `items` is a new array on every render.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [items[0]?.index, items.length, before, after, measure, onDraw]);
  return null;
}

function useListTop(list: RefObject<HTMLElement | null>): number {
  const [listTop, setListTop] = useState(LIST_TOP);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setListTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // Content above the list may change its height at any time.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return listTop;
}

export type VisibleRow = { position: number; measure?: (element: Element | null) => void };

/** The rows to draw, and the heights of the gaps above and below them in pixels. */
export interface DrawnRows {
  visible: readonly VisibleRow[];
  before: number;
  after: number;
}

export interface LongListProps {
  list: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
  dense: boolean;
  /** Called before the browser paints, whenever the rows near the screen have changed. */
  onDraw: (drawn: DrawnRows) => void;
}
