import uPlot from 'uplot';
import { createFill, type ChartLook } from './chart-look.ts';
import { drawValues, type Box } from './chart-values.ts';
import type { Chart } from './chart.ts';

export interface Size {
  width: number;
  height: number;
}

// oxlint-disable typescript/no-unsafe-enum-assignment -- the library declares an enum that its program does not have
const SIDES: Record<'bottom' | 'left', uPlot.Axis.Side> = { bottom: 2, left: 3 };
// oxlint-enable typescript/no-unsafe-enum-assignment

const BAR = { single: 0.62, paired: 0.4, maxPx: 64 };
const LINE_PX = 2;
const DASHES = [6, 5];
const POINT_PX = 8;
/** Leaves room for the value above the tallest bar, or after the longest one. */
const HEADROOM = 1.14;
/** Longer names of bars are shortened to this many characters. */
const MAX_NAME_LENGTH = 18;
const CHARACTER = 0.56;
const GAP = 8;

/** Converts the chart into uPlot's options; months or names become the numbers 0, 1, 2 … of the axis. */
export function createOptions(chart: Chart, look: ChartLook, size: Size): uPlot.Options {
  const isRanking = chart.kind === 'ranking';
  const count = chart.labels.length;
  const boxes: Box[] = [];
  const most = Math.max(0, ...chart.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const least = Math.min(0, ...chart.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return {
    ...size,
    pxAlign: 1,
    legend: { show: false },
    cursor: { show: false },
    padding: [look.fontPx, isRanking ? look.fontPx * 3 : look.fontPx * 2, 0, 0],
    scales: {
      x: {
        time: false,
        range: [-0.5, count - 0.5],
        ...(isRanking && { ori: 1 as const, dir: -1 as const }),
      },
      y: {
        range: [least * HEADROOM, chart.most ?? (most * HEADROOM || 1)],
        ...(isRanking && { ori: 0 as const }),
      },
    },
    axes: [namesAxis(chart, look, size), valuesAxis(chart, look)],
    series: [{}, ...chart.series.map((_, at) => createSeries(chart, { look, at, boxes }))],
    hooks: {
      drawClear: [() => void (boxes.length = 0)],
      draw: [(plot) => drawValues(plot, chart, { look, boxes })],
    },
  };
}

const shorten = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;

function namesAxis({ kind, labels }: Chart, look: ChartLook, { width }: Size): uPlot.Axis {
  const isRanking = kind === 'ranking';
  const names = isRanking ? labels.map(shorten) : labels;
  const longestPx = Math.max(0, ...names.map((name) => name.length)) * look.fontPx * CHARACTER;
  const fitting = Math.max(1, Math.floor((width - 5 * look.fontPx) / (longestPx + GAP)));
  // The newest month is always labelled.
  const every = isRanking ? 1 : Math.ceil(labels.length / fitting);
  const named = labels.map((_, index) => index).filter((index) => (labels.length - 1 - index) % every === 0);
  return {
    side: isRanking ? SIDES.left : SIDES.bottom,
    stroke: look.text,
    font: look.font,
    gap: 4,
    size: isRanking ? Math.min(longestPx + GAP, width * 0.42) : look.fontPx * 2,
    grid: { show: false },
    ticks: { show: false },
    splits: () => named,
    values: (_, splits) => splits.map((index) => names[index] ?? ''),
  };
}

const valuesAxis = ({ kind, format, series, steps }: Chart, look: ChartLook): uPlot.Axis => ({
  side: kind === 'ranking' ? SIDES.bottom : SIDES.left,
  stroke: look.text,
  font: look.font,
  gap: 4,
  size: kind === 'ranking' ? look.fontPx * 2 : look.fontPx * 5,
  space: kind === 'ranking' ? look.fontPx * 6 : look.fontPx * 3,
  ...chooseSteps(steps, series),
  grid: { stroke: look.line, width: 1 },
  ticks: { show: false },
  values: (_, splits) => splits.map((value) => format(value)),
});

/** When all values are whole numbers, the axis has no lines between them. */
function chooseSteps(steps: Chart['steps'], series: Chart['series']): Pick<uPlot.Axis, 'incrs'> {
  if (steps !== undefined) return { incrs: [...steps] };
  const isWhole = series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
  return isWhole ? { incrs: WHOLE_STEPS } : {};
}

const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

interface Drawn {
  look: ChartLook;
  at: number;
  boxes: Box[];
}

function createSeries(chart: Chart, { look, at, boxes }: Drawn): uPlot.Series {
  const ink = look.inks[at] ?? look.text;
  const isSecond = at > 0;
  if (chart.kind === 'lines') {
    return {
      stroke: ink,
      width: LINE_PX,
      ...(isSecond && { dash: DASHES }),
      spanGaps: false,
      points: { show: true, size: POINT_PX, stroke: ink, fill: isSecond ? look.surface : ink, width: LINE_PX },
    };
  }
  const isPaired = chart.series.length > 1;
  return {
    stroke: ink,
    width: 1,
    fill: (plot) => createFill(plot.ctx, ink, isSecond),
    points: { show: false },
    paths: uPlot.paths.bars?.({
      size: [isPaired ? BAR.paired : BAR.single, BAR.maxPx],
      ...(isPaired && { align: isSecond ? 1 : -1 }),
      each: (_, series, index, left, top, width, height) => boxes.push({ series, index, left, top, width, height }),
    }),
  };
}
