import { statusText, toneOf } from './badge.tsx';
import { Cut, cutText as shorten } from './cut-text.tsx';
import './row-icons.css';

/** A StatusBadge for the rows of long lists: the same look with as few elements as possible. */
export function RowBadge({ status, cut }: { status: string; cut?: number }) {
  const tone = toneOf(status);
  const text = statusText(status);
  const isCut = cut !== undefined && shorten(text, cut) !== text;
  return (
    <span
      data-tone={tone}
      className="row-dot inline-flex max-w-full items-center gap-1.5 text-left text-small wrap-break-word text-text2"
    >
      {isCut ? <Cut text={text} length={cut} /> : text}
    </span>
  );
}
