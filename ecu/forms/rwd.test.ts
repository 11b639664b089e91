import { expect, test } from 'vitest';
import { analyse } from '../analyse.ts';
import { hondaCarSample } from '../families/honda-car/honda-car.sample.ts';
import { Image } from '../image.ts';
import { inspect } from '../inspect.ts';
import { sentence } from '../sentence.ts';
import { rwdSample } from '../testing/rwd-sample.ts';
import { randomBytes } from '../testing/sample-image.ts';
import { decodeRwd } from './rwd.ts';

const memory = hondaCarSample();
const file = rwdSample(memory);
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/** Adds the bytes again without the library. */
const statedSum = (bytes: Uint8Array) => new DataView(bytes.buffer).getUint32(bytes.length - 4, true);
const addBytes = (bytes: Uint8Array) => bytes.subarray(0, -4).reduce((sum, byte) => (sum + byte) % 2 ** 32, 0);

test("Honda's update file is opened, and the control unit in it is named with its sum", () => {
  const { inspection, checksums } = analyse(file);
  expect(inspection).toMatchObject({ fileType: 'OK', form: { name: 'RWD' }, sizeBytes: file.length, hint: null });
  expect(inspection.identification).toMatchObject({
    outcome: 'recognised',
    family: { familyId: 'honda-car' },
    facts: { partNumber: { value: '37805-Z9Z-A999' } },
  });
  expect(isSame(inspection.image.bytes, memory)).toBe(true);
  expect(checksums).toMatchObject([{ state: 'ok' }]);
});

test('a changed memory is given back as an update file that differs in that byte and in its sum, and reads back', () => {
  const { form } = inspect(file);
  const changed = memory.slice();
  changed[0x4321] = (changed[0x4321] ?? 0) ^ 0xff;
  const written = form.toFile?.([changed]) as Uint8Array;
  expect(written.length).toBe(file.length);
  const differing = Array.from(written.keys()).filter((at) => written[at] !== file[at]);
  const dataAt = file.length - 4 - memory.length;
  expect(differing.filter((at) => at < file.length - 4)).toEqual([dataAt + 0x4321]);
  // The test's own rule for a byte, and its own sum.
  expect(written[dataAt + 0x4321]).toBe((((changed[0x4321] ?? 0) ^ 0x5b) + 0x21 - 0xc7) & 0xff);
  expect(statedSum(written)).toBe(addBytes(written));
  expect(isSame(inspect(written).form.bytes, changed)).toBe(true);
  expect(isSame(form.toFile?.([memory]) as Uint8Array, file)).toBe(true);
});

test('a damaged update file is refused with its reason, and one that does not end where it says is none', () => {
  const damaged = file.slice();
  damaged[0x5000] = (damaged[0x5000] ?? 0) ^ 1;
  expect(inspect(damaged)).toMatchObject({ fileType: 'RWD', hint: sentence('update_file_sum_wrong') });
  expect(inspect(file.slice(0, -1)).fileType).not.toBe('RWD');
  expect(decodeRwd(new Image(file.slice(0, 40)))).toEqual({
    outcome: 'unreadable',
    reason: sentence('update_file_damaged'),
  });
});

test('an update file in which no part number of its header stands is not opened, and its numbers are named', () => {
  const other = rwdSample(memory, ['39990-Q9Q-A010', '39990-Q9Q-A020']);
  const numbers = '39990-Q9Q-A010, 39990-Q9Q-A020';
  expect(inspect(other)).toMatchObject({ fileType: 'RWD', hint: sentence('update_file_not_decoded', { numbers }) });
});

test('an update file of a control unit that no family knows is opened, and says what it is for', () => {
  const unknown = randomBytes(0x20000, 3);
  unknown.set(new TextEncoder().encode('28101-Z9Z-A010'), 0x1000);
  const inspection = inspect(rwdSample(unknown, ['28101-Z9Z-A010']));
  const hint = sentence('update_file_unknown_unit', { numbers: '28101-Z9Z-A010' });
  expect(inspection).toMatchObject({ fileType: 'RWD', identification: { outcome: 'unknown' }, hint });
});
