import { useEffect, useState } from 'react';
import type { ChangedCell, ChangedMap, MapComparison } from '../../../../ecu/definitions/compare-maps.ts';
import type { Sentence } from '../../../../ecu/sentence.ts';
import { formatNumber } from '../../../../web/languages/numbers.ts';
import { sentenceText, t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { DropZone } from '../../../../web/ui/drop-zone.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { Table } from '../../../../web/ui/table.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import type { MapsRequest } from './named-maps.ts';
import { ShowRow } from './show-row.tsx';

type ChangedMapsProps = Omit<MapsRequest, 'definitions'>;
type Outcome = MapComparison | Sentence | 'failed';

/** Takes a definition file, and lists the maps that it names and that differ, with each value before and after. */
export default function ChangedMaps({ before, after }: ChangedMapsProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const outcome = useNamedMaps({ before, after }, files);
  return (
    <div className="grid min-w-0 gap-5">
      <DropZone
        isSmall
        label={t('files.hex.definition')}
        onFiles={setFiles}
        fileName={files.map(({ name }) => name).join(', ')}
        hint={t('files.hex.definitionHint')}
      />
      {files.length > 0 && <Named outcome={outcome} />}
    </div>
  );
}

/** Reads the files in a worker. Returns null while it is at work. */
function useNamedMaps({ before, after }: ChangedMapsProps, files: readonly File[]): Outcome | null {
  const [result, setResult] = useState<{ of: readonly File[]; outcome: Outcome } | null>(null);
  useEffect(() => {
    if (files.length === 0) return undefined;
    const worker = new Worker(new URL('maps-worker.ts', import.meta.url), { type: 'module' });
    const finish = (outcome: Outcome) => setResult({ of: files, outcome });
    worker.addEventListener('message', ({ data }: MessageEvent<MapComparison | Sentence>) => finish(data));
    worker.addEventListener('error', () => finish('failed'));
    Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      .then((definitions) => worker.postMessage({ before, after, definitions } satisfies MapsRequest))
      .catch(() => finish('failed'));
    return () => worker.terminate();
  }, [before, after, files]);
  return result !== null && result.of === files ? result.outcome : null;
}

function Named({ outcome }: { outcome: Outcome | null }) {
  if (outcome === null) return <SkeletonLines label={t('files.hex.readingDefinition')} />;
  if (outcome === 'failed') return <Alert kind="warning">{t('files.hex.definitionFailed')}</Alert>;
  if ('code' in outcome) return <Alert kind="warning">{sentenceText(outcome)}</Alert>;
  const { definition, mapsCompared, bytesUnnamed, leftOut, provedBy, changed } = outcome;
  return (
    <>
      {provedBy === 'none' && (
        <Alert kind="warning">{t('files.hex.definitionUnproved', { name: definition || '–' })}</Alert>
      )}
      <p className="text-body text-text2">
        {t('files.hex.mapsSummary', { count: mapsCompared, bytes: bytesUnnamed })}
        {leftOut.length > 0 && ` ${t('files.hex.mapsLeftOut', { count: leftOut.length })}`}
      </p>
      <MapsTable changed={changed} />
    </>
  );
}

function MapsTable({ changed }: { changed: readonly ChangedMap[] }) {
  const [shown, setShown] = useState<ChangedMap | null>(changed.length === 1 ? (changed[0] ?? null) : null);
  return (
    <>
      <div className="-mx-4 border-t">
        <Table
          caption={t('files.hex.mapsTitle')}
          rows={changed}
          rowKey={({ at, part, name }) => `${at} ${part} ${name}`}
          columns={listMapColumns(setShown)}
          empty={{ text: t('files.hex.mapsEmpty') }}
          dense
        />
      </div>
      {shown !== null && <ValuesTable map={shown} />}
    </>
  );
}

const nameText = ({ name, part }: ChangedMap): string =>
  part === 'values' ? name : t(part === 'x axis' ? 'files.hex.columnAxis' : 'files.hex.rowAxis', { name });

function listMapColumns(onShow: (map: ChangedMap) => void): Column<ChangedMap>[] {
  return [
    {
      key: 'map',
      header: t('files.hex.map'),
      priority: 1,
      cell: (map) => (
        <ShowRow label={t('files.hex.showValuesLabel', { name: nameText(map) })} onShow={() => onShow(map)}>
          {nameText(map)}
        </ShowRow>
      ),
    },
    { key: 'size', header: t('files.hex.mapSize'), cell: ({ rows, columns }) => `${rows} × ${columns}` },
    {
      key: 'unit',
      header: t('files.hex.unit'),
      cell: ({ unit, isConverted }) => (isConverted ? unit : t('files.hex.asStored')),
    },
    { key: 'values', header: t('files.hex.changedValues'), align: 'right', cell: ({ cells }) => cells.length },
  ];
}

/** As many values as a person may want to read. */
const LISTED_VALUES = 500;

function ValuesTable({ map }: { map: ChangedMap }) {
  const { cells } = map;
  const place = (value: string | null, index: number, unit: string) =>
    value === null ? index + 1 : `${value} ${unit}`.trim();
  const columns: Column<ChangedCell>[] = [
    { key: 'row', header: t('files.hex.row'), priority: 1, cell: ({ y, row }) => place(y, row, map.yUnit) },
    { key: 'column', header: t('files.hex.column'), priority: 1, cell: ({ x, column }) => place(x, column, map.xUnit) },
    { key: 'before', header: t('files.hex.before'), align: 'right', cell: ({ before }) => valueText(before) },
    { key: 'after', header: t('files.hex.after'), align: 'right', cell: ({ after }) => valueText(after) },
  ];
  return (
    <div className="-mx-4 border-t">
      <Table
        caption={t('files.hex.valuesTitle', { name: nameText(map) })}
        rows={cells.slice(0, LISTED_VALUES)}
        rowKey={({ at, row, column }) => `${at} ${row} ${column}`}
        columns={columns}
        empty={{ text: t('files.hex.empty') }}
        dense
      />
      {cells.length > LISTED_VALUES && (
        <p className="px-4 py-3 text-small text-text3">
          {t('files.hex.moreValues', { count: cells.length - LISTED_VALUES })}
        </p>
      )}
    </div>
  );
}

const valueText = (value: number | null): string =>
  value === null ? '–' : formatNumber(value, { maximumSignificantDigits: 6, useGrouping: false });
