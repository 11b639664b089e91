import { useLayoutEffect, useMemo, useReducer, useState, type RefObject } from 'react';
import type { Column } from './table-column.ts';

/** A smaller gain in width just means that a scroll bar has disappeared. */
const SCROLL_BAR_PX = 24;

/** Returns the columns in the order in which they are dropped: not the headline, nor buttons without an equivalent. */
export function listDroppable<Row>(columns: readonly Column<Row>[], isLinked: boolean): Column<Row>[] {
  const headline = findHeadlineColumn(columns);
  const rank = ({ actions, priority }: Column<Row>) => (actions ? 0 : priority === 3 ? 1 : priority === 2 ? 3 : 2);
  return columns
    .filter((column) => column !== headline && (!column.actions || (isLinked && column.isRowLink)))
    .map((column, place) => ({ column, place }))
    .sort((one, other) => rank(one.column) - rank(other.column) || other.place - one.place)
    .map(({ column }) => column);
}

export const findHeadlineColumn = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find((column) => column.priority === 1) ?? columns[0];

/**
 * Shows as many columns as fit into the frame, whatever the language, zoom and rows, measured before the browser
 * paints. The others are stacked under the headline; if even that is too wide, the frame scrolls.
 */
export function useFittingColumns<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  isLinked: boolean,
) {
  const [dropped, setDropped] = useState(0);
  const candidates = useMemo(() => listDroppable(columns, isLinked), [columns, isLinked]);
  const [scrolls, setScrolls] = useState(false);
  const [, measureAgain] = useReducer((times: number) => times + 1, 0);

  // Runs after every render, because rows and words also change the width; it ends at the latest with the last column.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const { current: element } = frame;
    if (element === null) return;
    const isTooWide = sticksOut(element);
    // oxlint-disable-next-line react/set-state-in-effect -- only the laid out table shows how wide it is
    if (isTooWide && dropped < candidates.length) setDropped(dropped + 1);
    else setScrolls(isTooWide);
  });

  useLayoutEffect(() => {
    const { current: element } = frame;
    if (element === null) return undefined;
    let width = element.clientWidth;
    // Restored columns could make the scroll bar return, which drops them again: they are tried once per width.
    let triedAt = 0;
    const observer = new ResizeObserver(() => {
      const grown = element.clientWidth - width;
      if (grown === 0) return;
      width = element.clientWidth;
      if (grown > 0 && grown < SCROLL_BAR_PX && width === triedAt) return;
      if (grown > 0) triedAt = width;
      // With more room, all columns are tried again; with less, the table is only measured again.
      if (grown > 0) setDropped(0);
      else measureAgain();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  return useMemo(() => {
    const gone = new Set(candidates.slice(0, dropped));
    return {
      shown: columns.filter((column) => !gone.has(column)),
      stacked: columns.filter((column) => gone.has(column) && !column.actions),
      scrolls,
    };
  }, [columns, candidates, dropped, scrolls]);
}

const sticksOut = (frame: HTMLElement): boolean =>
  (frame.firstElementChild as HTMLElement).offsetWidth > frame.clientWidth + 1;
