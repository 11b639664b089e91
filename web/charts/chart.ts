export interface Series {
  label: string;
  /** One for each label of the chart; null: there is none. */
  values: readonly (number | null)[];
}

/** What is drawn: bars and lines by month, or the largest first. */
export interface Chart {
  kind: 'bars' | 'lines' | 'ranking';
  labels: readonly string[];
  /** One or two, which differ by their pattern. */
  series: readonly Series[];
  /** Beside the axis and at the values, where there is little room. */
  format: (value: number) => string;
  /** What the lines of the axis may be apart, from the smallest on; otherwise round numbers. */
  steps?: readonly number[];
  /** The axis ends here; otherwise it ends a little above the largest value. */
  most?: number;
}
