import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { describeTable, readDsmWords, type DsmPlace } from './place.ts';

const PATHS = 64;
/** Four public codes and one of the maker's for every path, two bytes each, and a class byte for every path. */
const TABLE_BYTES = PATHS * (4 + 1) * 2 + PATHS;
const PLACE: DsmPlace = { from: 0, paths: PATHS, makerCodesPerPath: 1, kind: 'single', matches: PATHS };

/** Describes a table that is followed by this many bytes, in identical rows of 16. */
function sentencesWith(bytesBehind: number): string[] {
  const bytes = Uint8Array.from({ length: TABLE_BYTES + bytesBehind }, (_, at) =>
    at < TABLE_BYTES ? (at * 7) & 0xff : at % 16,
  );
  const image = new Image(bytes);
  return describeTable(readDsmWords(image, { at: 0, end: bytes.length }), PLACE);
}

test('rows after a table confirm it where the file contains them, but never where the file ends', () => {
  const rows = 'rows of 16 bytes follow, one kind for all paths';
  expect(sentencesWith(16 * 60)).toContain(rows);
  expect(sentencesWith(0)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^rows of/)]));
  expect(sentencesWith(16 * 10)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^rows of/)]));
  expect(sentencesWith(0).length).toBeGreaterThan(1);
});
