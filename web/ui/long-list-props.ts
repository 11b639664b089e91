import type { RefObject } from 'react';

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
