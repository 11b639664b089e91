/** Colours and font of a chart, read from the page, because a canvas does not use style sheets. */
export interface ChartLook {
  text: string;
  line: string;
  surface: string;
  /** Colours of the first and the second series. */
  inks: readonly [string, string];
  font: string;
  fontPx: number;
}

export function readLook(host: HTMLElement): ChartLook {
  const style = getComputedStyle(host);
  const token = (name: string) => style.getPropertyValue(name).trim() || style.color;
  const fontPx = Number.parseFloat(style.fontSize) || 12;
  // With forced colours, the page's own colours would be the only ones that the reader has not chosen.
  const isForced = matchMedia('(forced-colors: active)').matches;
  return {
    text: style.color,
    line: isForced ? style.color : token('--color-border'),
    surface: isForced ? style.backgroundColor : token('--color-surface'),
    inks: isForced ? [style.color, style.color] : [token('--color-accent'), token('--color-text2')],
    font: `${fontPx}px ${style.fontFamily}`,
    fontPx,
  };
}

/** Calls back whenever the theme changes. */
export function onLookChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  const forced = matchMedia('(forced-colors: active)');
  forced.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    forced.removeEventListener('change', changed);
  };
}

const STRIPES_PX = 6;

/** Fills bars of the first series and stripes those of the second, so that they differ without colour. */
export function createFill(context: CanvasRenderingContext2D, ink: string, isStriped: boolean): string | CanvasPattern {
  if (!isStriped) return ink;
  const size = Math.round(STRIPES_PX * devicePixelRatio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const drawing = tile.getContext('2d');
  if (drawing === null) return ink;
  drawing.strokeStyle = ink;
  drawing.lineWidth = size / 3;
  drawing.beginPath();
  for (const shift of [-size, 0, size]) {
    drawing.moveTo(shift, size);
    drawing.lineTo(shift + size, 0);
  }
  drawing.stroke();
  return context.createPattern(tile, 'repeat') ?? ink;
}
