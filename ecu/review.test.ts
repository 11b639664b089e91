import { describe, expect, test } from 'vitest';
import { edc15Sample } from './families/edc15/edc15.sample.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { review, stripCells } from './review.ts';
import { switchOffInFile } from './switch-off-file.ts';
import { dataMemory, joinMemories } from './testing/joined-memories.ts';
import type { Side } from './testing/joined-memories.ts';

function switched(codes: string[]): Uint8Array {
  const result = switchOffInFile(edc16Sample(), codes);
  if (result.outcome === 'refused') throw new Error(result.reason.message);
  return result.file;
}

test('an ordered code that is off is reported as off, with no wrong checksum and nothing else changed', () => {
  const found = review(edc16Sample(), switched(['P0405']), ['P0405']);
  expect(found).toMatchObject({
    original: { maker: 'Bosch', softwareNumber: '1037380001' },
    controlUnit: 'same',
    differences: [],
    codes: [{ code: 'P0405', state: 'off' }],
  });
  expect(found.checksums?.filter(({ kind }) => kind === 'sum').map(({ state }) => state)).not.toContain('wrong');
  expect(found.kinds.map(({ kind }) => kind).sort()).toEqual(['checksum', 'trouble code cells']);
  expect(new Set(found.strip)).toEqual(new Set(['-', 'd', 's']));
});

test('an ordered code that is still on is reported as on, and one that is not in the table as missing', () => {
  const found = review(edc16Sample(), switched(['P0405']), ['P0405', 'P0100', 'P0999']);
  expect(found.codes).toEqual([
    { code: 'P0405', state: 'off' },
    { code: 'P0100', state: 'on' },
    { code: 'P0999', state: 'missing' },
  ]);
});

test('codes that are off without having been ordered are listed', () => {
  expect(review(edc16Sample(), switched(['P0405']), []).alsoOff).toContain('P0405');
  expect(review(edc16Sample(), switched(['P0405']), ['P0405']).alsoOff).not.toContain('P0405');
});

test('a checksum that was right and was not corrected is reported as wrong', () => {
  const stale = switched(['P0405']);
  stale[0x60000] = (stale[0x60000] ?? 0) ^ 0x55;
  const wrong = review(edc16Sample(), stale).checksums?.filter(({ state }) => state === 'wrong');
  expect(wrong).not.toEqual([]);
  expect(wrong?.every(({ stateBefore }) => stateBefore === 'ok')).toBe(true);
});

test('the file of another car is reported as another control unit', () => {
  expect(review(edc16Sample(), edc15Sample()).controlUnit).toBe('other');
  expect(review(edc16Sample(), edc16Sample({ secondSoftwareNumber: '1037380002' })).controlUnit).toBe('other');
});

test('an unchanged file has no changed byte', () => {
  expect(review(edc16Sample(), edc16Sample())).toMatchObject({ bytesChanged: 0, places: 0, kinds: [], alsoOff: [] });
  expect(review(edc16Sample(), edc16Sample()).strip).toBe('-'.repeat(stripCells));
});

test('a truncated file has another size, and its missing end counts as changed', () => {
  const found = review(edc16Sample(), edc16Sample().subarray(0, 0x7ff00));
  expect(found).toMatchObject({ originalSizeBytes: 0x80000, modifiedSizeBytes: 0x7ff00, bytesChanged: 0x100 });
  expect(found.strip.at(-1)).not.toBe('-');
});

describe('what lies beside the first copy of the memory is compared as well', () => {
  const twice = () => joinMemories(edc16Sample(), edc16Sample(), 'behind');
  const withData = (side: Side) => joinMemories(edc16Sample(), dataMemory(0x800), side);
  const changedAt = (file: Uint8Array, at: number) => file.map((byte, index) => (index === at ? byte ^ 1 : byte));

  test.each([
    ['the other copy', twice(), 0xc0000],
    ['a data memory behind the program', withData('behind'), 0x80010],
    ['a data memory in front of the program', withData('in front'), 0x10],
  ])('%s', (_, original, at) => {
    const found = review(original, changedAt(original, at));
    expect(found).toMatchObject({ controlUnit: 'same', bytesChanged: 1, places: 1 });
    expect(found.strip).not.toBe('-'.repeat(stripCells));
  });

  test('cells of both copies are known', () => {
    const made = switchOffInFile(twice(), ['P0405']);
    if (made.outcome === 'refused') throw new Error(made.reason.message);
    const [once, both] = [review(edc16Sample(), switched(['P0405'])), review(twice(), made.file)];
    expect(both.kinds).toEqual(once.kinds.map(({ kind, bytes }) => ({ kind, bytes: 2 * bytes })));
  });

  test('a checksum that is wrong in the other copy alone', () => {
    const stale = joinMemories(edc16Sample(), edc16Sample({ brokenSum: 1 }), 'behind');
    const wrong = review(twice(), stale).checksums?.filter(({ state }) => state === 'wrong');
    expect(wrong?.map(({ name }) => name)).toEqual(['Block sum 0x40000 in the copy at 0x80000']);
  });
});

describe('nothing is claimed that was not examined', () => {
  const plain = (value: number) => new Uint8Array(4096).map((_, at) => (at * 7 + value) & 0xff);

  test('only sizes and bytes are reported about files that are not recognised', () => {
    expect(review(plain(1), plain(2), ['P0401'])).toMatchObject({
      original: null,
      modified: null,
      controlUnit: 'unknown',
      checksums: null,
      codes: null,
      bytesChanged: 4096,
      kinds: [{ kind: 'unknown', bytes: 4096 }],
    });
  });

  test('a modified file that is no longer recognised has no checksums and no codes', () => {
    expect(review(edc16Sample(), plain(1), ['P0401'])).toMatchObject({
      controlUnit: 'other',
      modified: null,
      checksums: null,
      codes: null,
    });
  });

  test('the strip has all its cells even for empty files', () => {
    expect(review(new Uint8Array(0), new Uint8Array(0)).strip).toHaveLength(stripCells);
  });
});
