import { describe, expect, test } from 'vitest';
import { analyse } from './analyse.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { sid803TableSample } from './families/sid803/sid803.sample.ts';
import { intelHex } from './testing/hex-text.ts';
import { joinMemories } from './testing/joined-memories.ts';
import { randomBytes } from './testing/sample-image.ts';
import { isCutHandled, isStretchHandled, readWarnings, switchableSamples } from './testing/switchable-samples.ts';
import { switchOffInFile } from './switch-off-file.ts';

test('every family whose codes can be switched off has a sample here', () => {
  expect(new Set(switchableSamples.map(({ familyId }) => familyId)).size).toBeGreaterThanOrEqual(17);
});

describe('a read that is cut short, or has 32 KB of zeros', () => {
  const sample = switchableSamples.find(({ familyId }) => familyId === 'edc16') ?? expect.fail();

  test('is in doubt, and refused or right once the bytes are back', () => {
    expect(readWarnings(sample.build().slice(0, -1))).toContain('one_byte_short');
    expect(readWarnings(sample.build().slice(0, -0x400))).toContain('bytes_short');
    for (const count of [1, 0x400, 0x40000]) expect(isCutHandled(sample, count)).toBe(true);
  });

  test('is refused, or the stretch is named', () => {
    for (const at of [0, 0x30000, 0x68000]) expect(isStretchHandled(sample, at, at + 0x8000)).toBe(true);
  });
});

describe('a block that ends beyond the file', () => {
  test.each([
    ['edc16', 'Block sum 0x40000'],
    ['edc17', 'Block at 0x40000'],
    ['med17', 'Block at 0x40000'],
    ['me7', 'program sums'],
  ])('of %s is named, not checked, and blocks the change', (familyId, name) => {
    const one = switchableSamples.find((sample) => sample.familyId === familyId);
    const bytes = one?.build().slice(0, -1) ?? new Uint8Array();
    const { checksums, listing } = analyse(bytes);
    expect(checksums).toContainEqual(
      expect.objectContaining({ name, state: 'unknown', correct: null, endsBeyond: bytes.length + 1 }),
    );
    expect(readWarnings(bytes)).toContain('blocks_beyond_end');
    expect(listing).not.toMatchObject({ notSwitchable: null });
    for (const options of [{}, { acceptWrongChecksums: true }, { repairChecksums: true }]) {
      const result = switchOffInFile(bytes, [one?.code ?? ''], options);
      expect(result).toMatchObject({ kind: 'not switchable', reason: { code: 'ecu.blocks_beyond_end' } });
    }
  });
});

test('a read in which no sum of its family is found is not changed, whatever its codes', () => {
  const file = joinMemories(sid803TableSample(), randomBytes(0x2c00, 3), 'in front');
  const { listing, checksums } = analyse(file);
  expect([listing?.outcome, checksums]).toEqual(['found', []]);
  const code = listing?.outcome === 'found' ? (listing.rows[0]?.code ?? '') : '';
  for (const options of [{}, { acceptWrongChecksums: true, repairChecksums: true }]) {
    const result = switchOffInFile(file, [code], options);
    expect(result).toMatchObject({ kind: 'not switchable', reason: { code: 'ecu.sums_not_found' } });
  }
});

describe('the size', () => {
  test('is that of a read, or by how much it differs is stated', () => {
    const sample = edc16Sample();
    const sized = (length: number) => {
      const bytes = new Uint8Array(length).fill(0xff);
      bytes.set(sample.subarray(0, length));
      return analyse(bytes).readWarnings[0]?.message ?? null;
    };
    expect(sized(sample.length)).toBeNull();
    expect(sized(sample.length - 1)).toBe(
      'The file is 1 byte shorter than a full read (524288 bytes). Please read again.',
    );
    expect(sized(sample.length - 1000)).toMatch(/^The file is 1000 bytes shorter than a full read/);
    expect(sized(sample.length + 0x2abcd)).toMatch(/^The file has 699341 bytes, which no known read/);
  });

  test('of a text of records is not that of a read, so it is not judged', () => {
    const text = new TextEncoder().encode(intelHex(edc16Sample().subarray(0, 0x7fff0)));
    expect(readWarnings(text).filter((code) => /short|long|size/.test(code))).toEqual([]);
    expect(analyse(text).family?.id).toBe('edc16');
  });
});
