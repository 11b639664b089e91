import { t } from '../../../../web/languages/text.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { bytesText, offsetText } from './hex-text.ts';
import type { Changes, Place } from './places.ts';

/** A cell shows at most this many bytes of a place; longer ones are easier to read in the panes. */
const BYTES_IN_CELL = 8;
/** As many places as a person may want to read; the map and the panes show the rest. */
export const LISTED_PLACES = 200;

type PlacesTableProps = { changes: Changes; onShow: (at: number) => void; isExplained: boolean };

/** One row for every place: its offset, its length, the bytes before and after, and the code it is for. */
export function PlacesTable({ changes, onShow, isExplained }: PlacesTableProps) {
  const { places } = changes;
  return (
    <>
      <Table
        caption={t('hex.changedRegions')}
        rows={places.slice(0, LISTED_PLACES)}
        rowKey={({ at }) => at}
        columns={columnsOf(changes, onShow, isExplained)}
        empty={{ text: t('hex.nothingChanged') }}
        dense
      />
      {places.length > LISTED_PLACES && (
        <p className="px-5 py-3 text-small text-text3">
          {t('hex.moreRegionsInMap', { count: places.length - LISTED_PLACES })}
        </p>
      )}
    </>
  );
}

function columnsOf({ before, after }: Changes, onShow: (at: number) => void, isExplained: boolean): Column<Place>[] {
  const some = (bytes: Uint8Array, { at, end }: Place) =>
    bytesText(bytes, at, Math.min(end, at + BYTES_IN_CELL)) + (end - at > BYTES_IN_CELL ? ' …' : '');
  const offset = ({ at }: Place) => offsetText(at, before.length);
  return [
    {
      key: 'offset',
      header: t('hex.offset'),
      priority: 1,
      cell: (place) => (
        <button
          type="button"
          className="min-h-8 min-w-control font-mono text-link underline underline-offset-3 coarse:min-h-control"
          aria-label={t('hex.showOffset', { offset: offset(place) })}
          onClick={() => onShow(place.at)}
        >
          {offset(place)}
        </button>
      ),
    },
    { key: 'length', header: t('hex.length'), align: 'right', cell: ({ at, end }) => end - at },
    { key: 'before', header: t('hex.before'), cell: (place) => <Mono>{some(before, place)}</Mono> },
    { key: 'after', header: t('hex.after'), cell: (place) => <Mono>{some(after, place)}</Mono> },
    ...(isExplained ? [{ key: 'why', header: t('hex.what'), cell: purposeText }] : []),
  ];
}

const Mono = ({ children }: { children: string }) => <span className="font-mono">{children}</span>;

export function purposeText({ kind, names }: Place): string {
  if (kind === 'trouble codes') return names.join(', ');
  return kind === 'checksum' ? t('hex.checksumName', { name: names.join(', ') }) : t('hex.notExplained');
}
