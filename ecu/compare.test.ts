import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { families } from './families.ts';
import { edc15Sample } from './families/edc15/edc15.sample.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { identify } from './identify.ts';
import { Image } from './image.ts';
import { switchOff } from './switch-off.ts';
import { samples } from './testing/samples.ts';

test('a file does not differ from itself', () => {
  expect(compare(edc16Sample(), edc16Sample())).toMatchObject({
    controlUnit: 'same',
    factDifferences: [],
    bytesChanged: 0,
    regions: [],
  });
});

test('changed bytes close together form one region, which counts them', () => {
  const modified = edc16Sample();
  for (const at of [0x20000, 0x20004, 0x20011, 0x30000]) modified[at] = (modified[at] ?? 0) ^ 0xff;
  expect(compare(edc16Sample(), modified)).toMatchObject({
    bytesChanged: 4,
    regions: [
      { at: 0x20000, end: 0x20012, bytesChanged: 3 },
      { at: 0x30000, end: 0x30001, bytesChanged: 1 },
    ],
  });
});

test('a file of another family, or with another software number, counts as another control unit', () => {
  expect(compare(edc16Sample(), edc15Sample()).controlUnit).toBe('other');
  const other = compare(edc16Sample(), edc16Sample({ secondSoftwareNumber: '1037380002' }));
  expect(other.controlUnit).toBe('other');
  expect(other.factDifferences).toContainEqual({
    name: 'softwareNumber',
    original: '1037380001',
    modified: '1037380002',
  });
});

test('nothing is claimed about two unrecognised files', () => {
  const blank = new Uint8Array(0x8000).fill(0xff);
  expect(compare(blank, blank.slice())).toMatchObject({ controlUnit: 'unknown', dtcDifferences: null });
});

test('a missing end counts as changed bytes, and both sizes are reported', () => {
  const whole = edc16Sample();
  const result = compare(whole, whole.subarray(0, whole.length - 0x100));
  expect(result).toMatchObject({ originalSizeBytes: 0x80000, modifiedSizeBytes: 0x7ff00, bytesChanged: 0x100 });
});

const switchable = samples.flatMap(({ name, build }) => {
  const identification = identify(new Image(build()));
  const family = families.find(
    ({ id }) => identification.outcome === 'recognised' && id === identification.family.familyId,
  );
  const listing = family?.dtcs?.list(new Image(build()));
  const isSwitchable =
    listing?.outcome === 'found' && listing.notSwitchable === null && family?.dtcs?.switchOff != null;
  return isSwitchable && family !== undefined ? [{ name, build, family, rows: listing.rows }] : [];
});

test.each(switchable)('$name with a code switched off differs only in code cells and checksums', (sample) => {
  const row = sample.rows.find(({ state }) => state === 'on');
  const result = switchOff(sample.build(), sample.family, [row?.code ?? '']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  const comparison = compare(sample.build(), result.bytes);
  expect(comparison.controlUnit).toBe('same');
  expect(comparison.dtcDifferences).toContainEqual({ code: row?.code, original: 'on', modified: 'off' });
  for (const { kind } of comparison.regions) expect(['trouble code cells', 'checksum']).toContain(kind);
});
