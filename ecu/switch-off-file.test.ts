import { describe, expect, test } from 'vitest';
import { analyse } from './analyse.ts';
import { edc15Sample } from './families/edc15/edc15.sample.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { switchOffInFile, tryToSwitchOff } from './switch-off-file.ts';
import { asciiBytes } from './image.ts';
import { intelHex, motorola } from './testing/hex-text.ts';
import { samples } from './testing/samples.ts';
import { sentence } from './sentence.ts';

const { build } = samples.find(({ build: make }) => {
  const { listing } = analyse(make());
  return listing?.outcome === 'found' && listing.notSwitchable === null;
}) ?? { build: () => edc15Sample() };

function codeIn(bytes: Uint8Array): string {
  const { listing } = analyse(bytes);
  const row = listing?.outcome === 'found' ? listing.rows.find(({ state }) => state === 'on') : undefined;
  return row?.code ?? '';
}

/** Much quicker than toEqual on a whole dump. */
const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const swapped = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 1] as number);

describe.each([
  { name: 'as it is', wrap: (bytes: Uint8Array) => bytes.slice() },
  { name: 'doubled', wrap: (bytes: Uint8Array) => Uint8Array.from([...bytes, ...bytes]) },
  { name: 'byte-swapped', wrap: swapped },
  { name: 'Intel HEX', wrap: (bytes: Uint8Array) => asciiBytes(intelHex(bytes)) },
  { name: 'S-record', wrap: (bytes: Uint8Array) => asciiBytes(motorola(bytes, 0x80000000)) },
])('a file that is $name', ({ wrap }) => {
  test('is returned in the same form, with the code off in every copy', () => {
    const input = wrap(build());
    const code = codeIn(input);
    expect(code).not.toBe('');
    const result = switchOffInFile(input, [code], { acceptWrongChecksums: true });
    if (result.outcome !== 'done') throw new Error(result.reason.message);
    expect(isSame(input, wrap(build()))).toBe(true);
    expect(isSame(result.file, wrap(result.bytes))).toBe(true);
    const { listing } = analyse(result.file);
    const row = listing?.outcome === 'found' ? listing.rows.find((one) => one.code === code) : undefined;
    expect(row?.state).toBe('off');
  });
});

test('a text that states something about its bytes is refused with that reason, which its list of codes has too', () => {
  const text = intelHex(build());
  const code = codeIn(asciiBytes(text));
  const reason = sentence('text_with_statement', { line: 1 });
  const file = asciiBytes(`$CHECKSUMME 9751 5\r\n${text}`);
  expect(switchOffInFile(file, [code])).toMatchObject({ outcome: 'refused', reason });
  expect(analyse(file).listing).toMatchObject({ outcome: 'found', notSwitchable: reason });
});

test('a file with a wrong checksum that is to be corrected gives the same file as the correct one, and can be tried out', () => {
  const correct = edc16Sample();
  const spoiled = correct.slice();
  const sum = analyse(correct).checksums?.find(({ kind }) => kind === 'sum');
  spoiled[sum?.cells[0]?.at ?? -1]! ^= 0x5a;
  const codes = [codeIn(correct)];
  const expected = switchOffInFile(correct, codes);
  const result = switchOffInFile(spoiled, codes, { repairChecksums: true });
  if (expected.outcome !== 'done' || result.outcome !== 'done') throw new Error('refused');
  expect(isSame(result.file, expected.file)).toBe(true);
  expect(tryToSwitchOff(analyse(spoiled), codes)).toMatchObject({ kind: 'checksum wrong before' });
  expect(tryToSwitchOff(analyse(spoiled), codes, { repairChecksums: true }).outcome).toBe('done');
});

test('an unrecognised file is refused with a sentence', () => {
  const reason = sentence('unit_not_recognised');
  expect(switchOffInFile(new Uint8Array(0x8000).fill(0xff), ['P0401'])).toMatchObject({ outcome: 'refused', reason });
});
