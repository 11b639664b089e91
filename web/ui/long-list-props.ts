import type { RefObject } from 'react';

export type VisibleRow = { position: number; measure?: (element: Element | null) => void };

/** Which rows are drawn, and how high the gaps above and below them are, in pixels. */
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
  /** Called before the browser paints, whenever other rows are near the screen. */
  onDraw: (drawn: DrawnRows) => void;
}
