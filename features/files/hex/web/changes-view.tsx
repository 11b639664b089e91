import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useKeyAction } from '../../../../web/frame/actions.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { HexPanes, SHOWN_ROWS, useBytesPerRow } from './hex-panes.tsx';
import { changesText, offsetText } from './hex-text.ts';
import { MapStrip } from './map-strip.tsx';
import { LISTED_PLACES, placeText } from '../picture.ts';
import type { Changes, Place } from '../places.ts';
import { type Explained, PlacesTable, purposeText } from './places-table.tsx';
import { type Compared, useChanges } from './use-changes.ts';

/** Loaded only when it is asked for. */
const ChangedMaps = lazy(() => import('./changed-maps.tsx'));

/** Shows what a generated file changed: a map of the file, the bytes side by side, and every place by name. */
export function ChangesView({ compared, explained = 'all' }: { compared: Compared } & Partial<Explained>) {
  const changes = useChanges(compared);
  if (changes === null) return <SkeletonLines label={t('common.comparingFiles')} />;
  if (changes === 'failed') {
    return <Alert kind="warning">{t('common.comparisonFailed')}</Alert>;
  }
  return (
    <div className="grid min-w-0 gap-5">
      <p className="text-lead font-strong">{changesText(changes)}</p>
      <EveryChange changes={changes} explained={explained} />
    </div>
  );
}

type EveryChangeProps = { changes: Changes; isNarrow?: boolean } & Partial<Explained>;

/** The map, the bytes and the places, for a page that already shows their number. `isNarrow`: shown in a dialog. */
export function EveryChange({ changes, explained = 'all', isNarrow = false }: EveryChangeProps) {
  const { places, before } = changes;
  const view = useView(changes, isNarrow);
  const unexplained = explained === 'all' ? places.filter(({ kind }) => kind === 'other').length : 0;
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
            {isPurposeKnown(view.place, explained) && ` · ${purposeText(view.place, explained)}`}
          </>
        )}
      </p>
      <HexPanes changes={changes} firstRowAt={view.firstRowAt} bytesPerRow={view.bytesPerRow} />
      <div className="-mx-4 border-t">
        <PlacesTable {...listPlaces(changes)} onShow={view.show} explained={explained} />
      </div>
      <MapsByDefinition changes={changes} />
    </div>
  );
}

const isPurposeKnown = ({ kind }: Place, explained: Explained['explained']) =>
  explained === 'all' || (explained === 'some' && kind !== 'other');

const listPlaces = ({ before, after, places }: Changes) => ({
  sizeBytes: before.length,
  regions: places.length,
  places: places
    .slice(0, LISTED_PLACES)
    .map((place) => ({ ...place, before: placeText(before, place), after: placeText(after, place) })),
});

function MapsByDefinition({ changes }: { changes: Changes }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <div className="print:hidden">
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
  const back = previous && (() => show(previous.at));
  const forward = next && (() => show(next.at));
  useKeyAction(t('files.hex.previousChange'), 'b', back ?? null);
  useKeyAction(t('files.hex.nextChange'), 'f', forward ?? null);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button icon={<ChevronLeft />} disabled={!back} onClick={back}>
        {t('files.hex.previousChange')}
      </Button>
      <Button icon={<ChevronRight />} disabled={!forward} onClick={forward}>
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
