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
      // On a phone, one low row that scrolls sideways: the list begins below it.
      className="mb-4 flex gap-px overflow-x-auto rounded-card border bg-border max-sm:mb-2.5 sm:grid sm:grid-cols-4"
    >
      {gauges.map((gauge) => (
        <li key={gauge.label} className="min-w-0 bg-surface max-sm:flex-[1_0_auto]">
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
        'relative flex min-h-control w-full items-center gap-2 px-3 text-left whitespace-nowrap -outline-offset-3',
        'sm:min-h-16 sm:flex-col sm:items-start sm:justify-center sm:gap-0 sm:px-5 sm:py-2.5 sm:whitespace-normal',
        'transition-colors duration-150 hover:bg-surface2',
        pressed && 'bg-surface2',
      )}
    >
      {tone && <span aria-hidden="true" className={clsx('absolute inset-y-3 left-0 w-1 rounded-full', rails[tone])} />}
      <span className="text-small text-text2">{label}</span>{' '}
      <span className="font-strong sm:text-title">{count === undefined ? '–' : countText(count, isCapped)}</span>
      {pressed && <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-accent" />}
    </button>
  );
}
