import { useLayoutEffect, useMemo, useReducer, useState, type RefObject } from 'react';
import type { Column } from './table-column.ts';

/** Less than this is a scroll bar that has gone. */
const SCROLL_BAR_PX = 24;

/** The columns in the order in which they give way; the headline and buttons that lead nowhere else are not among them. */
export function droppable<Row>(columns: readonly Column<Row>[], isLinked: boolean): Column<Row>[] {
  const headline = headlineOf(columns);
  const rank = ({ actions, priority }: Column<Row>) => (actions ? 0 : priority === 3 ? 1 : priority === 2 ? 3 : 2);
  return columns
    .filter((column) => column !== headline && (!column.actions || (isLinked && column.isRowLink)))
    .map((column, place) => ({ column, place }))
    .sort((one, other) => rank(one.column) - rank(other.column) || other.place - one.place)
    .map(({ column }) => column);
}

export const headlineOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find((column) => column.priority === 1) ?? columns[0];

/**
 * As many columns as the frame around the table has room for, whatever the language, the zoom and the rows: measured
 * before the browser paints. The others are stacked under the headline; when even that is too wide, the frame scrolls.
 */
export function useFittingColumns<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  isLinked: boolean,
) {
  const [dropped, setDropped] = useState(0);
  const candidates = useMemo(() => droppable(columns, isLinked), [columns, isLinked]);
  const [scrolls, setScrolls] = useState(false);
  const [, measureAgain] = useReducer((times: number) => times + 1, 0);

  // After every render, because rows and words change the width as well; it ends, because columns run out.
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
    // Columns that come back could make the scroll bar return, which takes them again: at one width they are tried once.
    let triedAt = 0;
    const observer = new ResizeObserver(() => {
      const grown = element.clientWidth - width;
      if (grown === 0) return;
      width = element.clientWidth;
      if (grown > 0 && grown < SCROLL_BAR_PX && width === triedAt) return;
      if (grown > 0) triedAt = width;
      // More room: all of them are tried again. Less room: measured again.
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
