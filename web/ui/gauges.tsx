import { clsx } from 'clsx';
import { countText } from '../languages/numbers.ts';
import type { Tone } from './badge.tsx';

export type Gauge = {
  label: string;
  /** Undefined while it is unknown. */
  count: number | undefined;
  /** There are more than `count`. */
  isCapped?: boolean | undefined;
  tone?: Tone;
  /** Whether the list below is filtered to these items. */
  pressed: boolean;
  onPress: () => void;
};

const rails: Record<Tone, string> = {
  green: 'bg-green-solid',
  blue: 'bg-blue-solid',
  red: 'bg-red-solid',
  yellow: 'bg-yellow-solid',
  grey: 'bg-grey-solid',
};

/** Shows the totals of a list in a row of gauges; pressing one filters the list to what it counts. */
export function Gauges({ label, gauges }: { label: string; gauges: readonly Gauge[] }) {
  return (
    <ul
      aria-label={label}
      className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-card border bg-border sm:grid-cols-4"
    >
      {gauges.map((gauge) => (
        <li key={gauge.label} className="min-w-0 bg-surface">
          <GaugeButton {...gauge} />
        </li>
      ))}
    </ul>
  );
}

function GaugeButton({ label, count, isCapped, tone, pressed, onPress }: Gauge) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={clsx(
        'relative flex min-h-16 w-full flex-col justify-center px-4 py-2.5 sm:px-5 text-left -outline-offset-3',
        'transition-colors duration-150 hover:bg-surface2',
        pressed && 'bg-surface2',
      )}
    >
      {tone && <span aria-hidden="true" className={clsx('absolute inset-y-3 left-0 w-1 rounded-full', rails[tone])} />}
      <span className="text-small text-text2">{label}</span>{' '}
      <span className="text-title font-strong">{count === undefined ? '–' : countText(count, isCapped)}</span>
      {pressed && <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-accent" />}
    </button>
  );
}
