import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { samples } from '../../../../ecu/testing/samples.ts';
import { rwdSample } from '../../../../ecu/testing/rwd-sample.ts';
import { analyseFile } from './analyse-file.ts';
import { inspectZip } from './open-zip.ts';
import { buildZip, type ZipOptions } from '../../../../server/testing/zip.ts';
import { readZip } from './zip-entries.ts';
import { sentence } from '../../../../contract/refusal.ts';

const dump = (familyId: string) => samples.find((sample) => sample.familyId === familyId)?.build() as Uint8Array;
const me7 = dump('me7');
const note = new TextEncoder().encode('To whom it may concern,\n'.repeat(20));

describe('an archive', () => {
  test.each([true, false])('with one control unit yields exactly its bytes (deflated: %s)', (isDeflated) => {
    const zip = buildZip([
      { name: 'Golf/readme.txt', bytes: note },
      { name: 'Golf/ori.bin', bytes: me7, isDeflated },
    ]);
    const opened = inspectZip(zip);
    expect(opened).toMatchObject({ outcome: 'opened', name: 'ori.bin' });
    expect(opened.outcome === 'opened' && Buffer.compare(opened.bytes, me7)).toBe(0);
  });

  test('with several control units lists each with its type and leaves the choice to the user', () => {
    const zip = buildZip([
      { name: 'a.bin', bytes: me7 },
      { name: 'b.bin', bytes: dump('gm-p01') },
    ]);
    expect(inspectZip(zip)).toMatchObject({
      outcome: 'not opened',
      reason: {
        code: 'analysis.zip_of_several',
        values: { count: 2, names: expect.stringMatching(/^a\.bin \(Bosch ME7.*\), b\.bin \(Delphi .*\)$/) },
      },
    });
  });

  test('without a control unit lists its contents', async () => {
    const zip = buildZip([{ name: 'readme.txt', bytes: note }]);
    const reason = sentence('errors.analysis.zip_without_unit', { names: 'readme.txt (text)' });
    expect(inspectZip(zip)).toEqual({ outcome: 'not opened', reason });
    expect(analyseFile({ bytes: zip })).toMatchObject({ fileType: 'ZIP archive', obstacle: reason });
    expect(inspectZip(buildZip([]))).toMatchObject({ reason: sentence('errors.analysis.zip_empty') });
  });
});

describe('a gzip', () => {
  test("of Honda's update file yields that file, under the name that it had", () => {
    const file = rwdSample(dump('honda-car'));
    const packed = gzipSync(file);
    const named = Buffer.concat([packed.subarray(0, 10), Buffer.from('/x/37805-Z9Z-A999.rwd\0'), packed.subarray(10)]);
    named[3] = 8;
    const opened = inspectZip(named);
    expect(opened).toMatchObject({ outcome: 'opened', name: '37805-Z9Z-A999.rwd' });
    expect(opened.outcome === 'opened' && Buffer.compare(opened.bytes, file)).toBe(0);
    expect(analyseFile({ bytes: packed })).toMatchObject({
      fileType: 'gzip archive',
      obstacle: sentence('errors.analysis.zip_holds', { name: 'file' }),
    });
  });

  test('that is damaged, or holds more than a file may have, is refused with the reason', () => {
    const reasonOf = (bytes: Uint8Array) => inspectZip(bytes);
    const refused = (names: string) => ({
      outcome: 'not opened',
      reason: sentence('errors.analysis.zip_without_unit', { names }),
    });
    expect(reasonOf(gzipSync(me7).subarray(0, -100))).toEqual(refused('file (it is damaged)'));
    expect(reasonOf(gzipSync(Buffer.alloc(20 * 1024 * 1024 + 1)))).toEqual(
      refused('file (it is larger than a file may be)'),
    );
    expect(reasonOf(gzipSync(note))).toEqual(refused('file (text)'));
  });
});

describe('safety limits', () => {
  const why = (options: Partial<ZipOptions>) => {
    const content = readZip(buildZip([{ name: 'a.bin', bytes: note, ...options }]));
    if (content.outcome === 'refused') return content.reason.message;
    const [entry] = content.entries;
    return entry !== undefined && 'reason' in entry ? entry.reason : 'read';
  };

  test('a file that does not match its directory entry is not read', () => {
    expect(why({})).toBe('read');
    expect(why({ crc: crc32(note) ^ 1 })).toBe('it is damaged');
    expect(why({ sizeBytes: note.length + 1 })).toBe('it is damaged');
    expect(why({ sizeBytes: note.length - 1 })).toBe('it is damaged');
    expect(why({ isDeflated: false, sizeBytes: 1 })).toBe('it is damaged');
    expect(why({ flags: 1 })).toBe('it has a password');
    expect(why({ method: 12 })).toBe('it is packed in another way than deflate');
    expect(why({ localAt: 0x7fffffff })).toBe('it is damaged');
    expect(why({ packedBytes: 0x7fffffff })).toBe('it is damaged');
  });

  test('a stream that continues beyond its declared size is stopped there', () => {
    const bomb = deflateRawSync(new Uint8Array(64 * 1024 * 1024));
    const before = process.memoryUsage().arrayBuffers;
    expect(why({ packed: bomb, sizeBytes: 0x1000 })).toBe('it is damaged');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  test('files larger than an upload, or too large together, are not read', () => {
    expect(why({ sizeBytes: 21 * 1024 * 1024 })).toBe('it is larger than a file may be');
    const large = { bytes: new Uint8Array(20 * 1024 * 1024) };
    const content = readZip(buildZip([1, 2, 3].map((number) => ({ name: `${number}.bin`, ...large }))));
    const states =
      content.outcome === 'read' ? content.entries.map((entry) => ('reason' in entry ? entry.reason : 'read')) : [];
    expect(states).toEqual(['read', 'read', 'the files before it are too large together']);
  });

  test('a long stream that yields nothing is not read 64 times either', () => {
    // Empty stored blocks, each five bytes long, none of them the last.
    const packed = Uint8Array.from({ length: 20 * 1024 * 1024 }, (_, at) => (at % 5 < 3 ? 0 : 0xff));
    const shared = { bytes: new Uint8Array(1), packedBytes: packed.length, localAt: 0 };
    const names = Array.from({ length: 64 }, (_, index) => ({ name: `${index}.bin`, ...shared }));
    const zip = buildZip(names.map((one, index) => ({ ...one, packed: index === 0 ? packed : new Uint8Array() })));
    const content = readZip(zip);
    const reasons = content.outcome === 'read' ? content.entries.map((entry) => 'reason' in entry && entry.reason) : [];
    expect(reasons.filter((reason) => reason === 'it is damaged')).toHaveLength(2);
  });

  test('bytes that are unpacked in vain count as well: a shared stream with a wrong CRC is not unpacked 64 times', () => {
    const large = new Uint8Array(20 * 1024 * 1024);
    const shared = { bytes: large, packed: deflateRawSync(large, { level: 9 }), crc: 1 };
    const first = { name: '0.bin', ...shared };
    const others = Array.from({ length: 63 }, (_, index) => ({
      ...first,
      name: `${index + 1}.bin`,
      packed: new Uint8Array(),
      packedBytes: shared.packed.length,
      localAt: 0,
    }));
    const zip = buildZip([first, ...others]);
    expect(zip.length).toBeLessThan(32 * 1024);
    const content = readZip(zip);
    const reasons = content.outcome === 'read' ? content.entries.map((entry) => 'reason' in entry && entry.reason) : [];
    expect(reasons.filter((reason) => reason === 'it is damaged')).toHaveLength(2);
    expect(reasons.filter((reason) => reason === 'the files before it are too large together')).toHaveLength(62);
  });

  test('an archive that is truncated, damaged or holds too many files is refused as a whole', () => {
    const zip = buildZip([{ name: 'a.bin', bytes: note }]);
    expect(readZip(zip.subarray(0, -4))).toMatchObject({
      reason: sentence('errors.analysis.not_a_memory', { type: 'ZIP archive' }),
    });
    const many = Array.from({ length: 65 }, (_, index) => ({ name: `${index}`, bytes: note }));
    expect(readZip(buildZip(many))).toMatchObject({
      reason: sentence('errors.analysis.zip_of_many', { count: 65, most: 64 }),
    });
    const broken = zip.slice();
    broken.fill(0, zip.length - 22 - 20, zip.length - 22);
    broken[broken.length - 22 + 16] = 0xff;
    expect(readZip(broken)).toMatchObject({ reason: sentence('errors.analysis.zip_damaged') });
  });

  test('damaged archives never throw', () => {
    const zip = buildZip([
      { name: 'a.bin', bytes: note },
      { name: 'b.bin', bytes: note, isDeflated: false },
    ]);
    expect(readZip(zip).outcome).toBe('read');
    for (let at = 0; at < zip.length; at += 1) {
      const damaged = zip.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(['read', 'refused']).toContain(readZip(damaged).outcome);
      expect(['read', 'refused']).toContain(readZip(zip.subarray(0, at)).outcome);
    }
  });
});
