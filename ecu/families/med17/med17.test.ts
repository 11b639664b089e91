import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { calibrationAt, variantsAt } from '../../testing/medc17-sample.ts';
import { med17 } from './med17.family.ts';
import { med17Sample } from './med17.sample.ts';

const describe = (...options: Parameters<typeof med17Sample>) => med17.describe(new Image(med17Sample(...options)));
const statesOf = (bytes: Uint8Array) =>
  med17
    .checksums?.(new Image(bytes))
    .filter(({ kind }) => kind === 'sum')
    .map(({ state }) => state);

test('the plate gives model, numbers and engine', () => {
  expect(describe()).toMatchObject({
    model: { value: 'MED17.5.5', strength: 'strong' },
    hardwareNumber: { value: '0261S04859' },
    partNumber: { value: '03C906099S' },
    softwareVersion: { value: '4985' },
    engine: { value: 'CAXC' },
    softwareId: { value: 'D175537N_M14LE1' },
  });
});

test.each([
  { variant: '40/1/MED17/11/MEVD172X//9ZP2B40B/Dst00//', model: 'MEVD17.2', strength: 'implied' },
  { variant: '45/1/MED17/5/MED17.5//D175X52H_M08H04/Dst00//', model: 'MED17.5', strength: 'strong' },
  { variant: '41/1/MED17/3/D17553xN//D175537N_M1/Dst00//', model: 'MED17.5', strength: 'implied' },
  { variant: '37/1/ME17/3/XYZ//D175537N_M14/Dst00//', model: 'ME17', strength: 'strong' },
])('without a name on the plate, $variant is $model', ({ variant, model, strength }) => {
  expect(describe({ variant, plate: '' }).model).toMatchObject({ value: model, strength });
});

test('a text with the name is enough where the variant string is missing', () => {
  const [, name] = med17.recognise(new Image(med17Sample({ variant: '' })));
  expect(name?.points).toBe(50);
  expect(med17.recognise(new Image(med17Sample({ variant: '', plate: '' })))).toEqual([]);
});

test('the sums after the header are checked between the inner record and the blocks', () => {
  expect(statesOf(med17Sample())).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  const bytes = med17Sample();
  bytes[calibrationAt + 0x9000] = 0x77;
  expect(statesOf(bytes)).toEqual(['ok', 'ok', 'wrong', 'ok', 'wrong']);
});

const listAt = calibrationAt + 0x78;
const code = () => {
  const listing = med17.dtcs?.list(new Image(med17Sample()));
  return listing?.outcome === 'found' ? (listing.rows.find(({ state }) => state === 'on')?.code ?? '') : '';
};

test('a listed sum that does not match its inverse is wrong, and the list is read on', () => {
  const bytes = med17Sample();
  bytes[listAt + 12] = (bytes[listAt + 12] as number) ^ 0x11;
  expect(statesOf(bytes)).toEqual(['ok', 'wrong', 'ok', 'ok', 'wrong']);
  const result = switchOff(bytes, med17, [code()], { repairChecksums: true });
  expect(result.outcome === 'done' && statesOf(result.bytes)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
});

test.each([
  { name: 'the addresses of an entry', at: listAt, end: listAt + 4 },
  { name: 'the end', at: listAt + 32, end: listAt + 48 },
])('where $name of the list of sums cannot be read, that is unknown and the user is warned', ({ at, end }) => {
  const bytes = med17Sample().fill(0x99, at, end);
  expect(statesOf(bytes)).toContain('unknown');
  const result = switchOff(bytes, med17, [code()], { repairChecksums: true });
  expect(result.outcome === 'done' && result.warnings.map((one) => one.code)).toContain('ecu.checksum_not_known');
});

test('where other data stands in place of the end of the list, that is unknown and not written', () => {
  const bytes = med17Sample();
  const at = listAt + 32;
  const words = [0x80060000, 0x80061fff, 0x12345678, 0x9abcdef0];
  words.forEach((word, index) => new DataView(bytes.buffer).setUint32(at + 4 * index, word, true));
  expect(statesOf(bytes)).toContain('unknown');
  const result = switchOff(bytes, med17, [code()], { repairChecksums: true });
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.bytes.slice(at, at + 16)).toEqual(bytes.slice(at, at + 16));
});

test('a list that cannot be read is named for each block that has one', () => {
  const bytes = med17Sample().fill(0x99, listAt + 32, listAt + 48);
  const words = [0x80021000, 0x80021fff, 0, 0xffffffff];
  words.forEach((word, index) => new DataView(bytes.buffer).setUint32(variantsAt + 0x78 + 4 * index, word, true));
  const names = med17.checksums?.(new Image(bytes)).map(({ name }) => name);
  expect(names?.filter((name) => name.includes('could not be read'))).toEqual([
    'Listed sums of the block at 0x20000 that could not be read',
    'Listed sums of the block at 0x40000 that could not be read',
  ]);
});

test('a list in which no sum matches is unknown and therefore not corrected', () => {
  const bytes = med17Sample();
  bytes[calibrationAt + 0x9000] = 0x77;
  bytes[calibrationAt + 0x3000] = 0x77;
  expect(statesOf(bytes)).toEqual(['ok', 'unknown', 'unknown', 'ok', 'wrong']);
});

test('a code is switched off, and the list is corrected with the block', () => {
  const result = switchOff(med17Sample(), med17, ['P0100']);
  expect(result.outcome).toBe('done');
  const changed = result.outcome === 'done' ? result.checksumChanges.map(({ at }) => at) : [];
  expect(changed).toEqual([calibrationAt + 0x34 + 2 * 0x20 + 4 + 8, 0x7fff8]);
});
