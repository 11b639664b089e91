import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import type { Findings } from '../../findings.ts';

/** Letters of the strip, with their colour and meaning (ecu/review.ts). */
const KINDS: Record<string, { fill: string; dot: string; text: Label }> = {
  d: { fill: 'fill-accent', dot: 'bg-accent', text: textKey('files.review.troubleCodes') },
  s: { fill: 'fill-grey-solid', dot: 'bg-grey-solid', text: textKey('common.checksums') },
  c: { fill: 'fill-yellow-solid', dot: 'bg-yellow-solid', text: textKey('files.review.map.calibration') },
  // Not red, because a change is nothing bad by itself.
  p: { fill: 'fill-text', dot: 'bg-text', text: textKey('files.review.map.program') },
  u: { fill: 'fill-blue-solid', dot: 'bg-blue-solid', text: textKey('files.review.map.changed') },
};

/** Shows where bytes were changed, from the beginning of the file to its end. */
export function FindingsStrip({ strip }: { strip: NonNullable<Findings['strip']> }) {
  const runs = [...strip.matchAll(/([^-])\1*/g)].map(({ 0: { length }, 1: symbol = '', index }) => ({
    index,
    symbol,
    length,
  }));
  const kinds = [...new Set(runs.map(({ symbol }) => symbol))];
  return (
    <figure className="grid gap-1.5">
      <svg
        role="img"
        aria-label={t('files.review.map.label')}
        viewBox={`0 0 ${strip.length} 10`}
        preserveAspectRatio="none"
        className="h-6 w-full rounded-control border bg-surface2 forced-colors:bg-[Canvas]"
      >
        {runs.map(({ index, symbol, length }) => (
          <rect key={index} x={index} y={0} width={length} height={10} className={KINDS[symbol]?.fill} />
        ))}
      </svg>
      <figcaption className="grid gap-1 text-small text-text3">
        <span className="flex justify-between gap-4">
          <span>{t('files.review.map.beginning')}</span>
          <span>{t('files.review.map.end')}</span>
        </span>
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {kinds.map((symbol) => (
            <span key={symbol} className="flex items-center gap-1.5 text-text2">
              <span aria-hidden="true" className={`size-2.5 rounded-full ${KINDS[symbol]?.dot}`} />
              {KINDS[symbol] && t(KINDS[symbol].text)}
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}
