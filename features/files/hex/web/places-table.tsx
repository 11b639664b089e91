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
        caption={t('files.hex.regionsTitle')}
        rows={places.slice(0, LISTED_PLACES)}
        rowKey={({ at }) => at}
        columns={listColumns(changes, onShow, isExplained)}
        empty={{ text: t('files.hex.empty') }}
        dense
      />
      {places.length > LISTED_PLACES && (
        <p className="px-5 py-3 text-small text-text3">
          {t('files.hex.moreRegions', { count: places.length - LISTED_PLACES })}
        </p>
      )}
    </>
  );
}

function listColumns({ before, after }: Changes, onShow: (at: number) => void, isExplained: boolean): Column<Place>[] {
  const some = (bytes: Uint8Array, { at, end }: Place) =>
    bytesText(bytes, at, Math.min(end, at + BYTES_IN_CELL)) + (end - at > BYTES_IN_CELL ? ' …' : '');
  const offset = ({ at }: Place) => offsetText(at, before.length);
  return [
    {
      key: 'offset',
      header: t('files.hex.offset'),
      priority: 1,
      cell: (place) => (
        <button
          type="button"
          className="min-h-8 min-w-control font-mono text-link underline underline-offset-3 coarse:min-h-control"
          aria-label={t('files.hex.showLabel', { offset: offset(place) })}
          onClick={() => onShow(place.at)}
        >
          {offset(place)}
        </button>
      ),
    },
    { key: 'length', header: t('files.hex.length'), align: 'right', cell: ({ at, end }) => end - at },
    { key: 'before', header: t('files.hex.before'), cell: (place) => <Mono>{some(before, place)}</Mono> },
    { key: 'after', header: t('files.hex.after'), cell: (place) => <Mono>{some(after, place)}</Mono> },
    ...(isExplained ? [{ key: 'why', header: t('files.hex.purpose'), cell: purposeText }] : []),
  ];
}

const Mono = ({ children }: { children: string }) => <span className="font-mono">{children}</span>;

export function purposeText({ kind, names }: Place): string {
  if (kind === 'trouble codes') return names.join(', ');
  return kind === 'checksum' ? t('files.hex.checksum', { name: names.join(', ') }) : t('files.hex.unexplained');
}
