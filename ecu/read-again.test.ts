// A finished file is judged by what is found in the file itself. These tests make the family find something else there.
import { expect, test } from 'vitest';
import { edc16 } from './families/edc16/edc16.family.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import type { Checksum, DtcListing, DtcRow, Family } from './family.ts';
import { Image } from './image.ts';
import { sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { switchOffInFile } from './switch-off-file.ts';

const CODE = 'P0616';
const input = edc16Sample();
const honestDtcs = edc16.dtcs as NonNullable<Family['dtcs']>;
const honestChecksums = edc16.checksums as NonNullable<Family['checksums']>;
const firstSum = honestChecksums(new Image(input))[0]?.name ?? '';

interface Lies {
  recognise?: Family['recognise'];
  describe?: Family['describe'];
  list?: (honest: DtcListing) => DtcListing;
  checksums?: (honest: Checksum[]) => Checksum[];
}

/** The real family, except for what it finds in the second image that it has to recognise. */
function watchedFamily(lies: Lies = {}) {
  const recognised: Image[] = [];
  const described: Image[] = [];
  const listed: Image[] = [];
  const isFinished = (image: Image) => recognised[1] === image;
  const family: Family = {
    ...edc16,
    recognise(image) {
      recognised.push(image);
      return isFinished(image) && lies.recognise ? lies.recognise(image) : edc16.recognise(image);
    },
    describe(image) {
      described.push(image);
      return isFinished(image) && lies.describe ? lies.describe(image) : edc16.describe(image);
    },
    dtcs: {
      ...honestDtcs,
      list(image) {
        listed.push(image);
        const honest = honestDtcs.list(image);
        return isFinished(image) && lies.list ? lies.list(honest) : honest;
      },
    },
    checksums(image) {
      const honest = honestChecksums(image);
      return isFinished(image) && lies.checksums ? lies.checksums(honest) : honest;
    },
  };
  return { among: [family], recognised, described, listed };
}

test('a file is read twice: the original and the result', () => {
  const { among, recognised, described, listed } = watchedFamily();
  const result = switchOffInFile(input, [CODE], { among });
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  const { original, modified, file } = result;
  expect(original.image.bytes.buffer).toBe(input.buffer);
  expect(modified.image.bytes.buffer).toBe(file.buffer);
  for (const images of [recognised, described, listed]) {
    expect(images).toHaveLength(2);
    expect(images[0]).toBe(original.image);
    expect(images[1]).toBe(modified.image);
  }
});

test('if a choice is refused, the file is read only once', () => {
  const { among, recognised, described, listed } = watchedFamily();
  expect(switchOffInFile(input, ['P0999'], { among })).toMatchObject({ kind: 'unknown code' });
  expect([recognised.length, described.length, listed.length]).toEqual([1, 1, 1]);
});

const withRows = (change: (rows: DtcRow[]) => DtcRow[]) => (honest: DtcListing) =>
  honest.outcome === 'found' ? { ...honest, rows: change(honest.rows) } : honest;

test.each<{ name: string; lies: Lies; reason: Sentence }>([
  { name: 'no control unit', lies: { recognise: () => [] }, reason: sentence('result_file_differs') },
  { name: 'another program', lies: { describe: () => ({}) }, reason: sentence('result_not_recognised') },
  {
    name: 'no table of the family',
    lies: { list: () => ({ outcome: 'not found', reason: sentence('no_known_table') }) },
    reason: sentence('result_without_table'),
  },
  {
    name: 'the chosen code still on',
    lies: { list: withRows((rows) => rows.map((row) => (row.code === CODE ? { ...row, state: 'on' } : row))) },
    reason: sentence('result_code_not_off', { code: CODE }),
  },
  { name: 'a code less', lies: { list: withRows((rows) => rows.slice(1)) }, reason: sentence('result_other_codes') },
  {
    name: 'a wrong checksum',
    lies: { checksums: ([first, ...rest]) => [{ ...(first as Checksum), state: 'wrong' }, ...rest] },
    reason: sentence('result_checksum_wrong', { name: firstSum }),
  },
])('a finished file in which $name is found is not returned', ({ lies, reason }) => {
  const { among } = watchedFamily(lies);
  expect(switchOffInFile(input, [CODE], { among })).toEqual({ outcome: 'refused', kind: 'unexplained', reason });
});
