import { clsx } from 'clsx';
import { t } from '../../../../web/languages/text.ts';
import { useMediaQuery } from '../../../../web/ui/media-query.ts';
import { byteText } from '../picture.ts';
import type { Changes } from '../places.ts';
import { offsetText } from './hex-text.ts';

/** Rows shown around a place: enough to see what surrounds it. */
export const SHOWN_ROWS = 13;

/** Sixteen bytes a row where both panes have room for them. `isNarrow`: the panes are in a dialog. */
export function useBytesPerRow(isNarrow: boolean): number {
  return useMediaQuery('(width >= 1200px)') && !isNarrow ? 16 : 8;
}

type HexPanesProps = { changes: Changes; firstRowAt: number; bytesPerRow: number };

/** The original on the left and the result on the right, row by row; one below the other on phones. */
export function HexPanes({ changes: { before, after }, firstRowAt, bytesPerRow }: HexPanesProps) {
  const length = Math.max(before.length, after.length);
  const rows = Array.from({ length: SHOWN_ROWS }, (_, row) => firstRowAt + row * bytesPerRow).filter(
    (at) => at < length,
  );
  return (
    <table
      aria-label={t('files.hex.bytesBeforeAfter')}
      className="w-full border-separate border-spacing-0 font-mono text-small max-sm:block"
    >
      <thead className="max-sm:sr-only">
        <tr className="text-left font-sans text-text3">
          {[t('files.hex.offset'), t('files.hex.before'), t('files.hex.after')].map((name) => (
            <th key={name} scope="col" className="pr-4 pb-1 font-normal last:pr-0">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((at) => (
          <tr key={at} className="max-sm:grid max-sm:border-t max-sm:py-1">
            <th scope="row" className="pr-4 text-left font-normal text-text3">
              {offsetText(at, length)}
            </th>
            <Pane bytes={before} other={after} at={at} bytesPerRow={bytesPerRow} side="before" />
            <Pane bytes={after} other={before} at={at} bytesPerRow={bytesPerRow} side="after" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type PaneProps = { bytes: Uint8Array; other: Uint8Array; at: number; bytesPerRow: number; side: 'before' | 'after' };

const looks = { before: 'bg-red-bg text-red-fg', after: 'bg-green-bg text-green-fg' };

/** A changed byte is underlined as well: it is never marked by colour alone. */
function Pane({ bytes, other, at, bytesPerRow, side }: PaneProps) {
  return (
    <td className="pr-4 whitespace-pre last:pr-0">
      <span aria-hidden="true" className="mr-2 text-text3 sm:hidden">
        {side === 'before' ? '−' : '+'}
      </span>
      {Array.from({ length: bytesPerRow }, (_, column) => {
        const byte = bytes[at + column];
        const isChanged = byte !== other[at + column];
        return (
          <span key={column}>
            {column > 0 && ' '}
            <span
              data-changed={isChanged || undefined}
              className={clsx(
                'inline-block min-w-[2.3ch] text-center',
                isChanged && ['rounded-xs font-strong underline underline-offset-2', looks[side]],
              )}
            >
              {byteText(byte)}
            </span>
          </span>
        );
      })}
    </td>
  );
}
