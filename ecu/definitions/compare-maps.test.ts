import { expect, test } from 'vitest';
import { asciiBytes } from '../image.ts';
import { sentence } from '../sentence.ts';
import {
  a2lOfMaps,
  mapListOfMaps,
  memoryWithMaps,
  romRaiderOfMaps,
  valueAt,
  xdfOfMaps,
} from '../testing/map-sample.ts';
import { randomBytes } from '../testing/sample-image.ts';
import { compareMaps, compareMapsByOne } from './compare-maps.ts';
import type { MapComparison } from './compare-maps.ts';
import type { Definition } from './definition.ts';
import { readDefinitions } from './read-definition.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (...texts: string[]) => readDefinitions(texts.map(bytesOf)) as Definition[];

function changed(...places: readonly (readonly [at: number, value: number])[]) {
  const bytes = memoryWithMaps();
  for (const [at, value] of places) bytes[at] = value;
  return bytes;
}

function compareBy(texts: readonly string[], modified: Uint8Array): MapComparison {
  const [definition] = read(...texts);
  const comparison = compareMaps(definition!, memoryWithMaps(), modified);
  if ('code' in comparison) throw new Error(comparison.message);
  return comparison;
}

const formats = [
  ['TunerPro XDF', [xdfOfMaps()], 'Boost 3'],
  ['RomRaider XML', romRaiderOfMaps(), 'Boost 3'],
  ['A2L', [a2lOfMaps()], 'Boost_3'],
] as const;

test.each(formats)(
  '%s names the map that changed, with each value, its unit and its place on the axes',
  (format, texts, name) => {
    const comparison = compareBy(texts, changed([valueAt(3, 1, 2), 200], [valueAt(3, 2, 4), 0]));
    expect(comparison).toMatchObject({ format, mapsCompared: 7, bytesUnnamed: 0, leftOut: [] });
    expect(comparison.changed).toHaveLength(1);
    const [map] = comparison.changed;
    expect(map).toMatchObject({ name, part: 'values', columns: 5, rows: 4, unit: 'mbar', isConverted: true });
    expect(map).toMatchObject({ at: valueAt(3, 0, 0), xUnit: 'rpm', yUnit: '%' });
    // Column 2 holds 120, 121, …, and 20 · 121 - 1000 = 1420.
    expect(map?.cells).toEqual([
      {
        row: 1,
        column: 2,
        at: valueAt(3, 1, 2),
        x: '2400.75',
        y: '20',
        before: 1420,
        after: 3000,
        storedBefore: 121,
        storedAfter: 200,
      },
      {
        row: 2,
        column: 4,
        at: valueAt(3, 2, 4),
        x: '4000.75',
        y: '40',
        before: 1840,
        after: -1000,
        storedBefore: 142,
        storedAfter: 0,
      },
    ]);
  },
);

test.each([
  ['offsets of the file', false],
  ['addresses of the processor', true],
])('a map list with %s names the same values, by rows and columns of its own', (_, byAddress) => {
  const comparison = compareBy([mapListOfMaps({ byAddress })], changed([valueAt(3, 1, 2), 200]));
  expect(comparison).toMatchObject({ format: 'WinOLS map list', provedBy: 'axes', bytesUnnamed: 0 });
  const [map] = comparison.changed;
  expect(map).toMatchObject({ name: 'Boost 3', category: 'Boost', unit: 'mbar', columns: 4, rows: 5 });
  expect(map?.cells).toMatchObject([{ row: 2, column: 1, x: '20', y: '2400.75', before: 1420, after: 3000 }]);
});

test('an axis that changed is named as such, and bytes outside every map are counted', () => {
  const axisAt = valueAt(5, 0, 0) - 4 - 10;
  const comparison = compareBy([xdfOfMaps()], changed([axisAt + 1, 0xff], [0x70001, 0x42], [0x70002, 0x42]));
  expect(comparison.changed).toMatchObject([
    { name: 'Boost 5', part: 'x axis', unit: 'rpm', cells: [{ column: 0, before: 801.25, after: 831.75 }] },
  ]);
  expect(comparison.bytesUnnamed).toBe(2);
});

test('a definition for another program is refused by its text, or by axes that do not rise', () => {
  const refused = (name: string) => sentence('definition_of_another_program', { name });
  const modified = changed([valueAt(0, 0, 0), 1]);
  const [other] = read(...romRaiderOfMaps('1037380002'));
  expect(compareMaps(other!, memoryWithMaps(), modified)).toEqual(refused('SAMPLE'));
  const [xdf] = read(xdfOfMaps());
  const foreign = randomBytes(memoryWithMaps().length, 5);
  expect(compareMaps(xdf!, foreign, foreign)).toEqual(refused('Sample'));
  const [a2l] = read(a2lOfMaps());
  expect(compareMaps(a2l!, foreign, foreign)).toEqual(sentence('addresses_not_placed'));
});

test('of several programs in one file, the one whose text is in the original is compared', () => {
  const modified = changed([valueAt(0, 0, 0), 1]);
  const [[other, base], [own]] = [romRaiderOfMaps('1037380002'), romRaiderOfMaps()];
  const definitions = read(other.replace('SAMPLE<', 'OTHER<'), own, base);
  expect(definitions.map(({ name }) => name)).toEqual(['OTHER', 'SAMPLE']);
  expect(compareMapsByOne(definitions, memoryWithMaps(), modified)).toMatchObject({ definition: 'SAMPLE' });
  const foreign = randomBytes(modified.length, 5);
  const reason = sentence('definition_of_another_program', { name: 'OTHER, SAMPLE' });
  expect(compareMapsByOne(definitions, foreign, foreign)).toEqual(reason);
});

test('what proves the definition is stated, and nothing is where it names no axes', () => {
  const modified = changed([valueAt(0, 0, 0), 1]);
  expect(compareBy(romRaiderOfMaps(), modified).provedBy).toBe('text');
  expect(compareBy([xdfOfMaps()], modified).provedBy).toBe('axes');
  const single = xdfOfMaps().replaceAll(/<XDFAXIS id="[xy]"[^]*?<\/XDFAXIS>/g, '');
  expect(compareBy([single], modified)).toMatchObject({
    provedBy: 'none',
    changed: [{ cells: [{ x: null, y: null }] }],
  });
});

test('files of two sizes are not compared, and a map that lies behind the end is left out with its name', () => {
  const [xdf] = read(xdfOfMaps());
  expect(compareMaps(xdf!, memoryWithMaps(), memoryWithMaps().slice(1))).toEqual(sentence('files_of_two_sizes'));
  const short = memoryWithMaps().slice(0, valueAt(6, 0, 0));
  expect(compareMaps(xdf!, short, short)).toMatchObject({
    mapsCompared: 6,
    leftOut: [{ name: 'Boost 6', reason: sentence('map_outside_file') }],
  });
});

test('neither file nor definition is modified', () => {
  const [original, modified] = [memoryWithMaps(), changed([valueAt(1, 1, 1), 9])];
  const text = bytesOf(xdfOfMaps());
  const before = [original, modified, text].map((bytes) => bytes.slice());
  const [xdf] = readDefinitions([text]) as Definition[];
  compareMaps(xdf!, original, modified);
  expect([original, modified, text]).toEqual(before);
});

test.each([
  ['random text', 'some text', 'definition_unknown'],
  ['an XML of something else', '<html><body/></html>', 'definition_unknown'],
  ['the form of TunerPro 4', 'XDF\r\n1.110000\r\n\r\n%%HEADER%%\r\n', 'definition_of_old_tunerpro'],
  ['a program whose base is another file', romRaiderOfMaps()[1], 'definition_without_maps'],
  ['an A2L with a block left open', a2lOfMaps().replace('/end MOD_COMMON', '/end MODULE'), 'definition_not_read'],
])('%s is refused with its reason', (_, text, code) => {
  expect(readDefinitions([bytesOf(text)])).toMatchObject({ code: `ecu.${code}` });
});

test('a definition of more than 64 MB is refused before it is read', () => {
  expect(readDefinitions([new Uint8Array(0x4000001)])).toEqual(sentence('definition_too_large'));
});

test("Windows' own character set and UTF-16 are read like UTF-8", () => {
  const text = xdfOfMaps().replaceAll('mbar', '°C');
  const windows = asciiBytes(text);
  const wide = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0)).buffer);
  for (const bytes of [bytesOf(text), windows, wide]) {
    const [definition] = readDefinitions([bytes]) as Definition[];
    const placed = definition!.place(undefined as never);
    expect('maps' in placed && placed.maps[0]?.cells.unit).toBe('°C');
  }
});
