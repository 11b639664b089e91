import { useWindowVirtualizer, windowScroll, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import type { LongListProps, VisibleRow } from './long-list-props.ts';

/** Where a list begins at most, nearly: until it is measured. */
const LIST_TOP = 200;

const knownHeight = (element: Element, { itemSizeCache, options, indexFromElement }: Virtualizer<Window, Element>) =>
  itemSizeCache.get(options.getItemKey(indexFromElement(element)));

/** Draws nothing: reports which rows of a long list are near the screen. */
export function LongList({ list, count, rowHeight, dense, onDraw }: LongListProps): null {
  const listTop = useListTop(list);
  // oxlint-disable-next-line react/incompatible-library -- it renders on scrolling, which is what it is for
  const virtualizer = useWindowVirtualizer({
    count,
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
  const items = virtualizer.getVirtualItems();
  const { measureElement: measure } = virtualizer;
  const before = Math.max(0, (items[0]?.start ?? listTop) - listTop);
  const after = Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? listTop) - listTop));
  useLayoutEffect(() => {
    const visible: VisibleRow[] = items.map(({ index }) => ({ position: index, measure }));
    onDraw({ visible, before, after });
    // A list of the same rows is another array at every rendering.
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
    // Whatever stands above the list may change its height at any time.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return listTop;
}
