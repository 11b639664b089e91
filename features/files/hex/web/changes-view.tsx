import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Table2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { isSingleKey } from '../../../../web/ui/single-keys.ts';
import { HexPanes, SHOWN_ROWS, useBytesPerRow } from './hex-panes.tsx';
import { bytesText, changesText, offsetText } from './hex-text.ts';
import { MapStrip } from './map-strip.tsx';
import type { Changes, Place } from './places.ts';
import { ShowRow } from './show-row.tsx';
import { type Compared, useChanges } from './use-changes.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';

/** Loaded only when it is asked for. */
const ChangedMaps = lazy(() => import('./changed-maps.tsx'));

interface Explained {
  /** False if a person changed the file: its changes then cannot be attributed to codes or checksums. */
  isExplained?: boolean;
}

/** Shows what a generated file changed: a map of the file, the bytes side by side, and every place by name. */
export function ChangesView({ compared, isExplained = true }: { compared: Compared } & Explained) {
  const changes = useChanges(compared);
  if (changes === null) return <SkeletonLines label={t('common.comparingFiles')} />;
  if (changes === 'failed') {
    return <Alert kind="warning">{t('common.comparisonFailed')}</Alert>;
  }
  return (
    <div className="grid min-w-0 gap-5">
      <p className="text-lead font-strong">{changesText(changes)}</p>
      <EveryChange changes={changes} isExplained={isExplained} />
    </div>
  );
}

type EveryChangeProps = { changes: Changes; isNarrow?: boolean } & Explained;

/** The map, the bytes and the places, for a page that already shows their number. `isNarrow`: shown in a dialog. */
export function EveryChange({ changes, isExplained = true, isNarrow = false }: EveryChangeProps) {
  const { places, before } = changes;
  const view = useView(changes, isNarrow);
  const unexplained = isExplained ? places.filter(({ kind }) => kind === 'other').length : 0;
  return (
    <div className="grid min-w-0 gap-5">
      {unexplained > 0 && <Alert kind="warning">{t('files.hex.regionsUnexplained', { count: unexplained })}</Alert>}
      <MapStrip changes={changes} shownAt={view.shownAt} onPick={view.show} />
      <Steps view={view} />
      <p role="status" className="text-body text-text2">
        {view.place && (
          <>
            {t('files.hex.position', { at: view.number, all: places.length })}
            {' · '}
            <span className="font-mono">{offsetText(view.place.at, before.length)}</span>
            {isExplained && ` · ${purposeText(view.place)}`}
          </>
        )}
      </p>
      <HexPanes changes={changes} firstRowAt={view.firstRowAt} bytesPerRow={view.bytesPerRow} />
      <div className="-mx-5 border-t">
        <PlacesTable changes={changes} onShow={view.show} isExplained={isExplained} />
      </div>
      <MapsByDefinition changes={changes} />
    </div>
  );
}

function MapsByDefinition({ changes }: { changes: Changes }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <div>
        <Button icon={<Table2 />} onClick={() => setIsOpen(true)}>
          {t('files.hex.nameMaps')}
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<SkeletonLines label={t('files.hex.nameMaps')} />}>
      <ChangedMaps before={changes.before} after={changes.after} />
    </Suspense>
  );
}

type View = ReturnType<typeof useView>;

function useView({ before, after, places }: Changes, isNarrow: boolean) {
  const bytesPerRow = useBytesPerRow(isNarrow);
  // Starts at the codes, since those were ordered; the checksums only follow from them.
  const first = places.find(({ kind }) => kind === 'trouble codes') ?? places[0];
  const [shownAt, setShownAt] = useState(first?.at ?? 0);
  const index = lastIndexUpTo(places, shownAt);
  const place: Place | undefined = places[index];
  const rowAt = Math.floor(shownAt / bytesPerRow) * bytesPerRow;
  const lastAt = Math.max(0, Math.max(before.length, after.length) - 1);
  const keep = (at: number) => Math.min(lastAt, Math.max(0, at));
  return {
    shownAt,
    place: place !== undefined && shownAt < place.end ? place : undefined,
    number: index + 1,
    bytesPerRow,
    firstRowAt: Math.max(0, rowAt - Math.floor(SHOWN_ROWS / 2) * bytesPerRow),
    next: places.find(({ at }) => at > shownAt),
    previous: places.findLast(({ at }) => at < shownAt),
    show: (at: number) => setShownAt(keep(at)),
    scroll: (rows: number) => setShownAt(keep(shownAt + rows * bytesPerRow)),
  };
}

const lastIndexUpTo = (places: readonly Place[], offset: number) => places.findLastIndex(({ at }) => at <= offset);

function Steps({ view }: { view: View }) {
  const { next, previous, show, scroll } = view;
  const press = { n: () => next && show(next.at), p: () => previous && show(previous.at) };
  useKeys(press);
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<ChevronLeft />} disabled={!previous} aria-keyshortcuts="p" onClick={press.p}>
        {t('files.hex.previousChange')}
      </Button>
      <Button icon={<ChevronRight />} disabled={!next} aria-keyshortcuts="n" onClick={press.n}>
        {t('files.hex.nextChange')}
      </Button>
      <Button variant="quiet" iconOnly icon={<ChevronUp />} onClick={() => scroll(-SHOWN_ROWS)}>
        {t('files.hex.rowsBefore')}
      </Button>
      <Button variant="quiet" iconOnly icon={<ChevronDown />} onClick={() => scroll(SHOWN_ROWS)}>
        {t('files.hex.rowsAfter')}
      </Button>
    </div>
  );
}

/** Handles single keys outside of text fields. */
function useKeys(press: Record<'n' | 'p', () => void>) {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.key !== 'n' && event.key !== 'p') || !isSingleKey(event)) return;
      latest.current[event.key]();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** A cell shows at most this many bytes of a place; longer ones are easier to read in the panes. */
const BYTES_IN_CELL = 8;
/** As many places as a person may want to read; the map and the panes show the rest. */
const LISTED_PLACES = 200;

type PlacesTableProps = { changes: Changes; onShow: (at: number) => void; isExplained: boolean };

/** One row for every place: its offset, its length, the bytes before and after, and the code it is for. */
function PlacesTable({ changes, onShow, isExplained }: PlacesTableProps) {
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
        <ShowRow isMono label={t('files.hex.showLabel', { offset: offset(place) })} onShow={() => onShow(place.at)}>
          {offset(place)}
        </ShowRow>
      ),
    },
    { key: 'length', header: t('files.hex.length'), align: 'right', cell: ({ at, end }) => end - at },
    { key: 'before', header: t('files.hex.before'), cell: (place) => <Mono>{some(before, place)}</Mono> },
    { key: 'after', header: t('files.hex.after'), cell: (place) => <Mono>{some(after, place)}</Mono> },
    ...(isExplained ? [{ key: 'why', header: t('files.hex.purpose'), cell: purposeText }] : []),
  ];
}

const Mono = ({ children }: { children: string }) => <span className="font-mono">{children}</span>;

function purposeText({ kind, names }: Place): string {
  if (kind === 'trouble codes') return names.join(', ');
  return kind === 'checksum' ? t('files.hex.checksum', { name: names.join(', ') }) : t('files.hex.unexplained');
}
