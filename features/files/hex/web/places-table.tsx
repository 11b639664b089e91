import { t } from '../../../../web/languages/text.ts';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { ChangesPicture } from '../picture.ts';
import { offsetText } from './hex-text.ts';
import { ShowRow } from './show-row.tsx';

export interface Explained {
  /**
   * `all`: every change should belong to a code or a checksum. `some`: a person changed the file as well, and only what is
   * known is named. `none`: the changes cannot be attributed at all.
   */
  explained: 'all' | 'some' | 'none';
}

type ListedPlace = ChangesPicture['places'][number];

type PlacesTableProps = Explained & {
  places: readonly ListedPlace[];
  sizeBytes: number;
  /** How many there are; more than are listed. */
  regions: number;
  /** Shows the bytes around a place, where there are any to show. */
  onShow?: ((at: number) => void) | undefined;
};

/** One row for every place: its offset, its length, the bytes before and after, and the code it is for. */
export function PlacesTable({ places, sizeBytes, regions, onShow, explained }: PlacesTableProps) {
  return (
    <>
      <Table
        caption={t('files.hex.regionsTitle')}
        rows={places}
        rowKey={({ at }) => at}
        columns={listColumns({ places, sizeBytes, onShow, explained })}
        empty={{ text: t('files.hex.empty') }}
        dense
      />
      {regions > places.length && (
        <p className="px-4 py-3 text-small text-text3">
          {t('files.hex.moreRegions', { count: regions - places.length })}
        </p>
      )}
    </>
  );
}

function listColumns({
  places,
  sizeBytes,
  onShow,
  explained,
}: Omit<PlacesTableProps, 'regions'>): Column<ListedPlace>[] {
  const isNamed = explained === 'all' || (explained === 'some' && places.some(({ kind }) => kind !== 'other'));
  const offset = ({ at }: ListedPlace) => offsetText(at, sizeBytes);
  return [
    {
      key: 'offset',
      header: t('files.hex.offset'),
      priority: 1,
      cell: (place) =>
        onShow === undefined ? (
          <Mono>{offset(place)}</Mono>
        ) : (
          <ShowRow isMono label={t('files.hex.showLabel', { offset: offset(place) })} onShow={() => onShow(place.at)}>
            {offset(place)}
          </ShowRow>
        ),
    },
    { key: 'length', header: t('files.hex.length'), align: 'right', cell: ({ at, end }) => end - at },
    { key: 'before', header: t('files.hex.before'), cell: ({ before }) => <Mono>{before}</Mono> },
    { key: 'after', header: t('files.hex.after'), cell: ({ after }) => <Mono>{after}</Mono> },
    ...(isNamed
      ? [
          {
            key: 'why',
            header: t('files.hex.purpose'),
            cell: (place: ListedPlace) => purposeText(place, explained),
          },
        ]
      : []),
  ];
}

const Mono = ({ children }: { children: string }) => <span className="font-mono">{children}</span>;

/** What a place was changed for. */
export function purposeText(
  { kind, names }: Pick<ListedPlace, 'kind' | 'names'>,
  explained: Explained['explained'],
): string {
  if (kind === 'trouble codes') return names.join(', ');
  if (kind === 'checksum') return t('files.hex.checksum', { name: names.join(', ') });
  return explained === 'all' ? t('files.hex.unexplained') : '–';
}
