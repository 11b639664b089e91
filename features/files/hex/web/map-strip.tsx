import type { ComponentProps } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { changesText } from './hex-text.ts';
import type { Changes } from './places.ts';

const CELLS = 1024;
const HEIGHT = 28;
/** Minimum width of a mark: a single byte out of two million would be invisible. */
const THINNEST = 4;

type MapStripProps = {
  changes: Changes;
  /** The offset shown in the panes. */
  shownAt: number;
  onPick: (at: number) => void;
};

const labelOf = (changes: Changes) => t('files.hex.mapLabel', { changes: changesText(changes) });

const createCellFinder = (changes: Changes) => (at: number) =>
  Math.floor((at / Math.max(1, changes.before.length)) * CELLS);

/** A thin line that marks where bytes changed, for a summary without the bytes themselves. */
export function ThinMap({ changes }: { changes: Changes }) {
  return (
    <Strip changes={changes} className="h-2.5 w-full rounded-xs bg-surface">
      <ChangedCells changes={changes} thinnest={2 * THINNEST} />
    </Strip>
  );
}

const Strip = ({ changes, ...rest }: ComponentProps<'svg'> & { changes: Changes }) => (
  <svg
    viewBox={`0 0 ${CELLS} ${HEIGHT}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={labelOf(changes)}
    {...rest}
  />
);

function ChangedCells({ changes, thinnest }: { changes: Changes; thinnest: number }) {
  const findCell = createCellFinder(changes);
  const cells = [...new Set(changes.places.flatMap(({ at, end }) => range(findCell(at), findCell(end - 1))))];
  return cells.map((cell) => (
    <rect key={cell} data-changed x={cell} width={thinnest} height={HEIGHT} className="fill-green-solid" />
  ));
}

/** The whole file as one strip: where the table of codes is, where bytes changed, and where the reader is. */
export function MapStrip({ changes, shownAt, onPick }: MapStripProps) {
  const { before, table } = changes;
  const findCell = createCellFinder(changes);
  return (
    <figure>
      <Strip
        changes={changes}
        className="h-7 w-full cursor-crosshair rounded-control border border-border-strong bg-surface2"
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          if (width > 0) onPick(Math.floor(((event.clientX - left) / width) * before.length));
        }}
      >
        {table && (
          <rect
            x={findCell(table.at)}
            width={Math.max(THINNEST, findCell(table.end) - findCell(table.at))}
            height={HEIGHT}
            className="fill-blue-solid opacity-40"
          />
        )}
        <ChangedCells changes={changes} thinnest={THINNEST} />
        <rect x={findCell(shownAt)} width={2} height={HEIGHT} className="fill-text" />
      </Strip>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-text2">
        <Sign className="bg-green-solid" text={t('files.hex.changed')} />
        {table && <Sign className="bg-blue-solid opacity-40" text={t('files.hex.dtcTable')} />}
        <Sign className="w-0.5! bg-text" text={t('files.hex.shownBelow')} />
      </figcaption>
    </figure>
  );
}

function Sign({ className, text }: { className: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`h-3 w-3 rounded-xs ${className}`} />
      {text}
    </span>
  );
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step);
