import { describe, expect, test } from 'vitest';
import { analyse } from './analyse.ts';
import type { Analysis } from './analyse.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { intelHex } from './testing/hex-text.ts';
import { samples } from './testing/samples.ts';
import { switchOffInFile } from './switch-off-file.ts';

/** The code that is switched off; null: the file has none that can be. */
function switchableCode({ family, ownListing, inspection }: Analysis): string | null {
  if (!family?.dtcs?.switchOff || ownListing?.outcome !== 'found' || ownListing.notSwitchable !== null) return null;
  if (inspection.form.name !== 'as it is') return null;
  return ownListing.rows.find(({ state }) => state === 'on')?.code ?? null;
}

const switchable = samples.flatMap(({ name, familyId, build }) => {
  const code = switchableCode(analyse(build()));
  return code === null ? [] : [{ name, familyId, build, code }];
});
const warningsOf = (bytes: Uint8Array) => analyse(bytes).readWarnings.map(({ code }) => code.slice('ecu.'.length));
const wrongSums = ({ checksums }: Analysis) =>
  (checksums ?? []).filter(({ kind, state }) => kind === 'sum' && state !== 'ok').map(({ name }) => name);

test('every family whose codes can be switched off has a sample here', () => {
  expect(new Set(switchable.map(({ familyId }) => familyId)).size).toBeGreaterThanOrEqual(17);
});

test('a whole sample of any family is not in doubt, except for blank stretches', () => {
  const doubts = samples.map(({ build }) => warningsOf(build()).filter((code) => code !== 'blank_stretches'));
  expect(doubts).toEqual(samples.map(() => []));
});

/** What becomes of a file: the reason of a refusal, or the switched-off file with what is known about the read. */
function tryOn(bytes: Uint8Array, code: string): { refused: string | null; file: Uint8Array; warnings: string[] } {
  const result = switchOffInFile(bytes, [code]);
  const refused = result.outcome === 'refused' ? result.reason.message : null;
  return { refused, file: result.outcome === 'refused' ? bytes : result.file, warnings: warningsOf(bytes) };
}

describe.each(switchable)('$name, cut short', ({ build, code }) => {
  const cut = (count: number) => build().slice(0, -count);

  test('is in doubt for one byte, and for 1 KB', () => {
    expect(warningsOf(cut(1))).toContain('one_byte_short');
    expect(warningsOf(cut(0x400))).toContain('bytes_short');
  });

  test.each([1, 0x400, build().length / 2])('by %i bytes is refused, or right once the bytes are back', (count) => {
    const { refused, file, warnings } = tryOn(cut(count), code);
    const whole = build();
    whole.set(file);
    const again = analyse(whole);
    const rows = again.ownListing?.outcome === 'found' ? again.ownListing.rows : [];
    const isRight = wrongSums(again).length === 0 && rows.some((row) => row.code === code && row.state === 'off');
    expect({ refused, warnings, isRight }).toSatisfy(() => refused !== null || (isRight && warnings.length > 0));
  });
});

describe('a block that ends beyond the file', () => {
  test.each([
    ['edc16', 'Block sum 0x40000'],
    ['edc17', 'Block at 0x40000'],
    ['med17', 'Block at 0x40000'],
    ['me7', 'program sums'],
  ])('of %s is named, not checked, and blocks the change', (familyId, name) => {
    const one = switchable.find((sample) => sample.familyId === familyId);
    const bytes = one?.build().slice(0, -1) ?? new Uint8Array();
    const { checksums } = analyse(bytes);
    expect(checksums).toContainEqual(
      expect.objectContaining({ name, state: 'unknown', correct: null, endsBeyond: bytes.length + 1 }),
    );
    expect(warningsOf(bytes)).toContain('blocks_beyond_end');
    for (const options of [{}, { acceptWrongChecksums: true }, { repairChecksums: true }]) {
      const result = switchOffInFile(bytes, [one?.code ?? ''], options);
      expect(result).toMatchObject({ kind: 'not switchable', reason: { code: 'ecu.blocks_beyond_end' } });
    }
  });
});

describe.each(switchable)('$name, with 32 KB of zeros', ({ build, code }) => {
  const stretch = 0x8000;
  const places = Array.from({ length: 8 }, (_, eighth) => (build().length / 8) * eighth).filter(
    (at) => at + stretch <= build().length,
  );

  test.each(places)('at %i is refused, or the stretch is named', (at) => {
    const { refused, warnings } = tryOn(build().fill(0, at, at + stretch), code);
    expect({ refused, warnings }).toSatisfy(() => refused !== null || warnings.includes('blank_stretches'));
  });
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
    expect(warningsOf(text).filter((code) => /short|long|size/.test(code))).toEqual([]);
    expect(analyse(text).family?.id).toBe('edc16');
  });
});
