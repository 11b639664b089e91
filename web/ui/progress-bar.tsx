import { clsx } from 'clsx';
import { formatNumber } from '../languages/numbers.ts';
import { t } from '../languages/text.ts';

export type ProgressTone = 'red' | 'yellow' | 'green';

export function progressTone(percent: number): ProgressTone {
  if (percent < 50) return 'red';
  return percent < 80 ? 'yellow' : 'green';
}

const fills: Record<ProgressTone, string> = {
  red: 'bg-red-solid',
  yellow: 'bg-yellow-solid',
  green: 'bg-green-solid',
};

export type ProgressBarProps = {
  label: string;
  /** 0 to 100. */
  value: number;
  doneBytes?: number;
  totalBytes?: number;
  bytesPerSecond?: number;
  secondsLeft?: number;
  /** What is happening now, such as "Trying again (2 of 3)". */
  note?: string;
};

/** The colour changes with progress; the number is always shown as well. */
export function ProgressBar(props: ProgressBarProps) {
  const percent = Math.max(0, Math.min(100, Math.round(props.value)));
  const details = detailsOf(props);
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-body">
        <span className="font-strong">{props.label}</span>
        <span className="font-strong">{percent}%</span>
      </div>
      <div
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2.5 overflow-hidden rounded-full border border-border-strong bg-surface2"
      >
        <div
          data-tone={progressTone(percent)}
          style={{ width: `${percent}%` }}
          className={clsx(
            'h-full rounded-full transition-[width] duration-150',
            'forced-colors:bg-[Highlight] forced-color-adjust-none',
            fills[progressTone(percent)],
          )}
        />
      </div>
      {details && <p className="mt-1.5 text-small text-text3">{details}</p>}
    </div>
  );
}

function detailsOf({ doneBytes, totalBytes, bytesPerSecond, secondsLeft, note }: ProgressBarProps): string {
  const parts: string[] = [];
  if (doneBytes !== undefined && totalBytes !== undefined) {
    parts.push(t('common.progress.done', { done: sizeText(doneBytes), total: sizeText(totalBytes) }));
  } else if (totalBytes !== undefined) parts.push(sizeText(totalBytes));
  if (bytesPerSecond) parts.push(t('common.progress.speed', { speed: sizeText(bytesPerSecond) }));
  if (secondsLeft !== undefined && Number.isFinite(secondsLeft)) {
    parts.push(t('common.progress.timeLeft', { time: durationText(secondsLeft) }));
  }
  if (note) parts.push(note);
  return parts.join(' · ');
}

/** Formats a size as "1.4 MB", in units of 1024 like file managers. */
export function sizeText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  return formatNumber(bytes / 1024 ** step, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: step ? 1 : 0,
  });
}

function durationText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60
    ? t('common.progress.seconds', { seconds: whole })
    : t('common.progress.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}
