export interface Series {
  label: string;
  /** One value for each label of the chart; null where there is none. */
  values: readonly (number | null)[];
}

/** A chart: bars or lines by month, or a ranking with the largest first. */
export interface Chart {
  kind: 'bars' | 'lines' | 'ranking';
  labels: readonly string[];
  /** One or two series, distinguished by their pattern. */
  series: readonly Series[];
  /** Formats values for the axis and for the bars and points, where there is little room. */
  format: (value: number) => string;
  /** Allowed distances between the lines of the axis, smallest first; round numbers by default. */
  steps?: readonly number[];
  /** Where the axis ends; by default a little above the largest value. */
  most?: number;
}
