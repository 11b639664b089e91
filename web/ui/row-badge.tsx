import { clsx } from 'clsx';
import { statusText, toneLooks, toneOf } from './badge.tsx';
import { Cut } from './cut-text.tsx';
import { cut as shorten } from './cut.ts';
import './row-icons.css';

/** A StatusBadge for the rows of long lists: the same look, of as few elements as can be. */
export function RowBadge({ status, cut }: { status: string; cut?: number }) {
  const tone = toneOf(status);
  const text = statusText(status);
  const isCut = cut !== undefined && shorten(text, cut) !== text;
  return (
    <span
      data-tone={tone}
      className={clsx(
        'row-icon inline-flex max-w-full items-center gap-1 rounded-control border border-transparent px-1.5 py-0.5',
        'text-left text-small font-strong whitespace-nowrap',
        toneLooks[tone],
      )}
    >
      {isCut ? <Cut text={text} length={cut} /> : text}
    </span>
  );
}
