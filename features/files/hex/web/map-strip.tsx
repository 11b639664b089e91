import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { changesText } from './hex-text.ts';
import { MAP_CELLS, type ChangesPicture, cellAt, listCells } from '../picture.ts';
import type { Changes } from '../places.ts';

const HEIGHT = 28;
/** Minimum width of a mark: a single byte out of two million would be invisible. */
const THINNEST = 4;

type MapStripProps = {
  changes: Changes;
  /** The offset shown in the panes. */
  shownAt: number;
  onPick: (at: number) => void;
};

/** A thin line that marks where bytes changed, for a summary without the bytes themselves. */
export function ThinMap({ changes }: { changes: Changes }) {
  return (
    <Strip text={changesText(changes)} className="h-2.5 w-full rounded-xs bg-surface">
      <ChangedCells cells={listCells(changes)} thinnest={2 * THINNEST} />
    </Strip>
  );
}

const Strip = ({ text, ...rest }: ComponentProps<'svg'> & { text: string }) => (
  <svg
    viewBox={`0 0 ${MAP_CELLS} ${HEIGHT}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={t('files.hex.mapLabel', { changes: text })}
    {...rest}
  />
);

const ChangedCells = ({ cells, thinnest }: { cells: readonly number[]; thinnest: number }) =>
  cells.map((cell) => (
    <rect key={cell} data-changed x={cell} width={thinnest} height={HEIGHT} className="fill-green-solid" />
  ));

function TableCells({ sizeBytes, table }: { sizeBytes: number; table: Changes['table'] }) {
  if (table === null) return null;
  const [first, last] = [cellAt(sizeBytes, table.at), cellAt(sizeBytes, table.end)];
  return (
    <rect x={first} width={Math.max(THINNEST, last - first)} height={HEIGHT} className="fill-blue-solid opacity-40" />
  );
}

const MAP = 'h-7 w-full rounded-control border border-border-strong bg-surface2';

/** The whole file as one strip, without the bytes. */
export function PictureMap({ picture }: { picture: ChangesPicture }) {
  const { size_bytes: sizeBytes, cells, table, bytes_changed: bytesChanged, regions } = picture;
  return (
    <figure>
      <Strip text={changesText({ bytesChanged, places: { length: regions } })} className={MAP}>
        <TableCells sizeBytes={sizeBytes} table={table} />
        <ChangedCells cells={cells} thinnest={THINNEST} />
      </Strip>
      <Signs hasTable={table !== null} />
    </figure>
  );
}

/** The whole file as one strip: where the table of codes is, where bytes changed, and where the reader is. */
export function MapStrip({ changes, shownAt, onPick }: MapStripProps) {
  const { before, table } = changes;
  return (
    <figure>
      <Strip
        text={changesText(changes)}
        className={`cursor-crosshair ${MAP}`}
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          if (width > 0) onPick(Math.floor(((event.clientX - left) / width) * before.length));
        }}
      >
        <TableCells sizeBytes={before.length} table={table} />
        <ChangedCells cells={listCells(changes)} thinnest={THINNEST} />
        <rect x={cellAt(before.length, shownAt)} width={2} height={HEIGHT} className="fill-text" />
      </Strip>
      <Signs hasTable={table !== null}>
        <Sign className="w-0.5! bg-text" text={t('files.hex.shownBelow')} />
      </Signs>
    </figure>
  );
}

function Signs({ hasTable, children }: { hasTable: boolean; children?: ReactNode }) {
  return (
    <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-text2">
      <Sign className="bg-green-solid" text={t('files.hex.changed')} />
      {hasTable && <Sign className="bg-blue-solid opacity-40" text={t('files.hex.dtcTable')} />}
      {children}
    </figcaption>
  );
}

function Sign({ className, text }: { className: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`h-3 w-3 rounded-xs print:[print-color-adjust:exact] ${className}`} />
      {text}
    </span>
  );
}
