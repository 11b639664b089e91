import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { wordText } from '../languages/text.ts';
import { Cut } from './cut-text.tsx';

export type Tone = 'green' | 'blue' | 'red' | 'yellow' | 'grey';

const statuses: Record<Exclude<Tone, 'grey'>, readonly string[]> = {
  green: ['ACTIVE', 'COMPLETED', 'OPEN', 'PAID', 'POSSIBLE', 'PROCESSED'],
  blue: ['REFUNDED'],
  red: ['NOT_SUPPORTED_SOLUTION', 'DEACTIVE', 'CANCELED', 'CLOSED', 'UNPAID', 'NOT_POSSIBLE'],
  yellow: ['PENDING', 'IN_PROGRESS'],
};

const toneLooks: Record<Tone, string> = {
  green: 'bg-green-bg text-green-fg',
  blue: 'bg-blue-bg text-blue-fg',
  red: 'bg-red-bg text-red-fg',
  yellow: 'bg-yellow-bg text-yellow-fg',
  grey: 'bg-grey-bg text-grey-fg',
};

/** Returns the colour of a status word, also for a table's rail. */
export function toneOf(status: string | null | undefined): Tone {
  const coloured = ['green', 'blue', 'red', 'yellow'] as const;
  return coloured.find((tone) => statuses[tone].includes(status ?? '')) ?? 'grey';
}

export function statusText(status: string): string {
  return wordText(status, status.replaceAll('_', ' '));
}

const dots: Record<Tone, string> = {
  green: 'bg-green-solid',
  blue: 'bg-blue-solid',
  red: 'bg-red-solid',
  yellow: 'bg-yellow-solid',
  grey: 'bg-grey-solid',
};

/** The coloured dot of a status; always used with a word next to it. */
export const Dot = ({ tone }: { tone: Tone }) => (
  <span aria-hidden="true" className={clsx('forced-dot size-2 shrink-0 rounded-full', dots[tone])} />
);

export type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode };

export function Badge({ tone = 'grey', icon, children }: BadgeProps) {
  return (
    <span
      data-tone={tone}
      className={clsx(
        'inline-flex max-w-full items-center gap-1.5 rounded-control border border-transparent px-1.5 py-0.5',
        'text-left text-small font-strong',
        toneLooks[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** A status of up to this many characters stays on one line; only longer ones may wrap. */
const MAX_LINE_LENGTH = 12;

type StatusProps = {
  status: string | null | undefined;
  cut?: number;
  /** Draws a filled badge, for statuses that need action or are exceptional, instead of a dot and the word. */
  filled?: boolean;
};

/** Shows a status by colour and word together, never by colour alone. */
export function StatusBadge({ status, cut, filled = false }: StatusProps) {
  if (!status) return <span>–</span>;
  const tone = toneOf(status);
  const text = statusText(status);
  const word = (
    <span className={clsx(text.length <= MAX_LINE_LENGTH ? 'whitespace-nowrap' : 'min-w-0')}>
      {cut ? <Cut text={text} length={cut} /> : text}
    </span>
  );
  if (filled) {
    return (
      <Badge tone={tone} icon={<Dot tone={tone} />}>
        {word}
      </Badge>
    );
  }
  return (
    <span data-tone={tone} className="inline-flex max-w-full items-center gap-1.5 text-left text-small text-text2">
      <Dot tone={tone} />
      {word}
    </span>
  );
}
