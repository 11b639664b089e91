import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { t } from '../languages/text.ts';
import { onLookChange, readLook } from './chart-look.ts';
import { createOptions } from './chart-options.ts';
import type { Chart, Series } from './chart.ts';

const HEIGHT_PX = 288;
const ROW_PX = 34;
const EDGES_PX = 56;

type DrawnChartProps = { chart: Chart; title: string };

/** Draws a chart on a canvas. A screen reader reads it as one sentence; the table below has every value. */
export default function DrawnChart({ chart, title }: DrawnChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current === null ? undefined : draw(place.current, chart)), [chart]);
  return (
    <figure className="min-w-0">
      {chart.series.length > 1 && <Legend chart={chart} />}
      <div
        ref={place}
        role="img"
        aria-label={describeChart(chart, title)}
        className="w-full overflow-hidden bg-surface text-label text-text2"
        style={{ minHeight: heightOf(chart) }}
      />
    </figure>
  );
}

const heightOf = ({ kind, labels }: Chart): number =>
  kind === 'ranking' ? labels.length * ROW_PX + EDGES_PX : HEIGHT_PX;

/** Draws the chart in the page's current width and theme, and redraws it whenever one of them changes. */
function draw(place: HTMLElement, chart: Chart): (() => void) | undefined {
  // A browser without canvas shows only the table.
  if (document.createElement('canvas').getContext('2d') === null) return undefined;
  let plot: uPlot | null = null;
  const redraw = () => {
    plot?.destroy();
    const width = Math.floor(place.clientWidth);
    const data = [chart.labels.map((_, index) => index), ...chart.series.map(({ values }) => [...values])];
    const options = createOptions(chart, readLook(place), { width, height: heightOf(chart) });
    plot = width === 0 ? null : new uPlot(options, data as uPlot.AlignedData, place);
  };
  let drawnWidth = -1;
  const observer = new ResizeObserver(() => {
    if (place.clientWidth === drawnWidth) return;
    drawnWidth = place.clientWidth;
    redraw();
  });
  observer.observe(place);
  const stop = onLookChange(redraw);
  // The font may still be loading.
  void document.fonts?.ready.then(() => (drawnWidth >= 0 && plot !== null ? redraw() : undefined));
  return () => {
    observer.disconnect();
    stop();
    plot?.destroy();
    plot = null;
  };
}

/** The legend: each series' name beside the pattern it has in the chart. */
function Legend({ chart: { kind, series } }: { chart: Chart }) {
  return (
    <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
      {series.map(({ label }, at) => (
        <span key={label} className="inline-flex items-center gap-2">
          {kind === 'lines' ? <LineMark isSecond={at > 0} /> : <BarMark isSecond={at > 0} />}
          {label}
        </span>
      ))}
    </figcaption>
  );
}

const inkOf = (isSecond: boolean) => (isSecond ? 'text-text2' : 'text-accent');

function LineMark({ isSecond }: { isSecond: boolean }) {
  return (
    <svg width="36" height="14" aria-hidden="true" className={inkOf(isSecond)} stroke="currentColor" strokeWidth="2">
      <line x1="0" x2="36" y1="7" y2="7" strokeDasharray={isSecond ? '6 5' : undefined} />
      <circle cx="18" cy="7" r="4" className={isSecond ? 'fill-surface' : 'fill-current'} />
    </svg>
  );
}

function BarMark({ isSecond }: { isSecond: boolean }) {
  return (
    <svg width="22" height="14" aria-hidden="true" className={inkOf(isSecond)} stroke="currentColor">
      <rect x="0.5" y="0.5" width="21" height="13" fill={isSecond ? 'none' : 'currentColor'} />
      {isSecond && <path d="M1 13 13 1M8 13 20 1M15 13 21 7M1 6 6 1" strokeWidth="2" />}
    </svg>
  );
}

/** Summarises in words what the chart shows at a glance. */
function describeChart({ labels, series, format }: Chart, title: string): string {
  const parts = series.map((one) => summaryOfSeries(one, labels, format));
  return [title, ...parts.filter((part) => part !== null)].join('. ');
}

function summaryOfSeries(
  { label, values }: Series,
  labels: readonly string[],
  format: (value: number) => string,
): string | null {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, name: labels[index] ?? '' }]));
  const [first] = known;
  if (first === undefined) return null;
  const highest = known.reduce((best, one) => (one.value > best.value ? one : best), first);
  const lowest = known.reduce((best, one) => (one.value < best.value ? one : best), first);
  return t('common.chartSummary', {
    label,
    high: format(highest.value),
    highAt: highest.name,
    low: format(lowest.value),
    lowAt: lowest.name,
  });
}
