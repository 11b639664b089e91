import type uPlot from 'uplot';
import type { ChartLook } from './chart-look.ts';
import type { Chart } from './chart.ts';

/** A drawn bar, in pixels of the canvas. */
export interface Box {
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
export function drawValues(plot: uPlot, chart: Chart, means: Means): void {
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
