import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { ReactNode } from 'react';

export type StatProps = {
  label: string;
  value: ReactNode;
  /** A short line below the number. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** Makes the whole card one link. */
  to?: string;
  /** Values from oldest to newest, such as a count per day. */
  sparkline?: readonly number[];
  /** Text alternative of the sparkline: "Files per day, last 14 days". */
  sparklineLabel?: string;
};

/** A card; on a phone one line. */
export function Stat({ label, value, hint, icon, to, sparkline, sparklineLabel }: StatProps) {
  const heading = to ? (
    <Link to={to} className="after:absolute after:inset-0 after:rounded-card hover:underline">
      {label}
    </Link>
  ) : (
    label
  );
  return (
    <div
      className={clsx(
        'relative flex items-center gap-2 rounded-card border bg-surface px-3 py-1.5 max-sm:flex-wrap max-sm:gap-y-0 sm:block sm:px-4 sm:py-3',
        to && 'hover:border-border-strong',
      )}
    >
      <p className="flex items-center gap-2 text-body text-text2 [&>svg]:size-4.5 [&>svg]:text-text3">
        {icon}
        {heading}
      </p>
      <div className="flex items-end justify-between gap-3 sm:mt-1 sm:flex-wrap">
        <p className="font-strong sm:text-display">{value}</p>
        {sparkline && sparkline.length > 1 && <Sparkline values={sparkline} label={sparklineLabel} />}
      </div>
      {hint && <p className="text-small text-text3 sm:mt-1">{hint}</p>}
    </div>
  );
}

const width = 96;
const height = 32;

export function Sparkline({ values, label }: { values: readonly number[]; label?: string }) {
  const highest = Math.max(...values, 1);
  const points = values.map((value, position) => {
    const x = 2 + (position / (values.length - 1)) * (width - 6);
    const y = height - 3 - (value / highest) * (height - 6);
    return [x, y] as const;
  });
  const last = points.at(-1);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label ? `${label}: ${values.join(', ')}` : undefined}
      aria-hidden={label ? undefined : true}
      className="text-accent"
    >
      <polyline
        points={points.map((point) => point.map((place) => place.toFixed(1)).join(',')).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last[0]} cy={last[1]} r="2.75" fill="currentColor" />}
    </svg>
  );
}
