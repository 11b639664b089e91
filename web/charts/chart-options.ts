import uPlot from 'uplot';
import { type ChartLook, createFill } from './chart-look.ts';
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

/** A drawn bar, in pixels of the canvas. */
interface Box {
  series: number;
  index: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP_PX = 4;
/** Halo around a value, so that it stays readable on top of a line. */
const HALO_PX = 4;

interface Means {
  look: ChartLook;
  boxes: readonly Box[];
}

/** Writes values at bars and points, so that no axis has to be read; values without room are only in the table. */
function drawValues(plot: uPlot, chart: Chart, means: Means): void {
  const { ctx: context } = plot;
  const { look } = means;
  context.save();
  context.font = look.font.replace(`${look.fontPx}px`, `${look.fontPx * devicePixelRatio}px`);
  context.fillStyle = look.text;
  context.strokeStyle = look.surface;
  context.lineWidth = HALO_PX * devicePixelRatio;
  context.lineJoin = 'round';
  if (chart.kind === 'lines') drawAtPoints(plot, chart);
  else for (const box of means.boxes) drawAtBar(context, chart, box);
  context.restore();
}

function write(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

function drawAtBar(context: CanvasRenderingContext2D, { kind, series, format }: Chart, box: Box): void {
  const value = series[box.series - 1]?.values[box.index];
  if (value == null || value === 0) return;
  const text = format(value);
  const gap = GAP_PX * devicePixelRatio;
  if (kind === 'ranking') {
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    write(context, text, box.left + box.width + gap, box.top + box.height / 2);
    return;
  }
  const room = box.width * (series.length > 1 ? 1.15 : 1.6);
  if (context.measureText(text).width > room) return;
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  write(context, text, box.left + box.width / 2, box.top - gap / 2);
}

/** Writes the last value of each line, and the others only if there is room for all of them. */
function drawAtPoints(plot: uPlot, { series, format, labels }: Chart): void {
  const { ctx: context } = plot;
  const step = plot.bbox.width / Math.max(1, labels.length);
  const gap = GAP_PX * devicePixelRatio;
  for (const [at, { values }] of series.entries()) {
    const last = values.findLastIndex((value) => value !== null);
    const isRoomy = values.every((value) => value === null || context.measureText(format(value)).width < step);
    for (const [index, value] of values.entries()) {
      if (value === null || (index !== last && !isRoomy)) continue;
      const [x, y] = [plot.valToPos(index, 'x', true), plot.valToPos(value, 'y', true)];
      const isBelow = series.length > 1 && at === 0;
      const text = format(value);
      const half = context.measureText(text).width / 2;
      const edge = plot.bbox.left + plot.bbox.width;
      context.textAlign = 'center';
      context.textBaseline = isBelow ? 'top' : 'bottom';
      write(context, text, Math.min(x, edge - half), y + (isBelow ? 1 : -1) * (isRoomy ? 2 : 3) * gap);
    }
  }
}
