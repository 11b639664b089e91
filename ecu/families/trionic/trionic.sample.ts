import { md5 } from '../../checksums/md5.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type TrionicOptions = {
  stack?: number;
  sizeBytes?: number;
  /** Type and text, the record nearest the end first. */
  records?: readonly (readonly [type: number, text: string])[];
  /** Number of bytes after the list. */
  endField?: number;
  /** Number of areas in the routine of the program sum; without it there is no routine. */
  areas?: number;
  hasSecondRoutine?: boolean;
};

const trionic7Records = [
  [0x91, '5389999  '],
  [0x94, '5388888'],
  [0x95, 'EB99SABC.99Z'],
  [0x97, '9-5 B999R LEV US    '],
  [0x9a, '0799'],
  [0xfe, '\x00\x06\x00\x00'],
  [0xfb, 'fb  '],
  [0xf2, 'f2  '],
] as const;

const sumAreasAt = 0x21000;
export const programSumAt = 0x20ffc;

/** 512 KB of a Trionic 7 with its first vector and the list at its end. */
export function trionicSample(options: TrionicOptions = {}): Uint8Array {
  const sample = new SampleImage(options.sizeBytes ?? 0x80000, 0xff);
  sample.u32be(0, options.stack ?? 0xffffeffc);
  let end = sample.bytes.length - (options.endField ?? 0);
  for (const [type, text] of options.records ?? trionic7Records) {
    sample.u8(end - 1, text.length).u8(end - 2, type);
    end -= 2 + text.length;
    sample.text(end, text.split('').toReversed().join(''));
  }
  sample.fill(end - 0x10, end, 0xff);
  if (sample.bytes.length === 0x80000) writeSumsOf7(sample, options);
  return sample.bytes;
}

/** A routine that pushes length and address of each area, two of them beside a base, and compares the sum. */
function writeRoutine(sample: SampleImage, routineAt: number, areas: number): void {
  sample
    .u32be(routineAt, 0x48e7003c)
    .u32be(routineAt + 4, 0x247c00f0)
    .u16be(routineAt + 10, 0x267c);
  sample
    .u32be(routineAt + 16, 0x287c00f0)
    .u16be(routineAt + 22, 0x2a7c)
    .u32be(routineAt + 24, sumAreasAt - 0x10);
  let at = routineAt + 28;
  for (let index = 0; index < areas; index += 1) {
    sample.u16be(at, 0x4878).u16be(at + 2, 0x11);
    if (index < 2) sample.u16be(at + 4, 0x486d).u16be(at + 6, 0x10 + index * 0x20);
    else sample.u16be(at + 4, 0x4879).u32be(at + 6, sumAreasAt + index * 0x20);
    at += index < 2 ? 8 : 10;
  }
  sample.u16be(at, 0xb0b9).u32be(at + 2, programSumAt);
}

function writeSumsOf7(sample: SampleImage, { areas = 16, hasSecondRoutine = false }: TrionicOptions): void {
  if (areas > 0) writeRoutine(sample, 0x20000, areas);
  if (hasSecondRoutine) writeRoutine(sample, 0x28000, areas);
  const view = new DataView(sample.bytes.buffer);
  let program = 0;
  for (let index = 0; index < areas; index += 1) {
    const at = sumAreasAt + index * 0x20;
    for (let word = 0; word < 4; word += 1) program += view.getUint32(at + word * 4);
    program += view.getUint8(at + 16);
  }
  sample.u32be(programSumAt, program % 2 ** 32);
  const masks = [
    0x81184224, 0x24421881, 0xc33c6666, 0x3cc3c3c3, 0x11882244, 0x18241824, 0x84211248, 0x12345678,
  ] as const;
  let [plain, masked] = [0, 0];
  for (let at = 0; at < 0x60000; at += 4) {
    plain = (plain + view.getUint32(at)) >>> 0;
    masked = (masked + ((view.getUint32(at) ^ (masks[(at / 4 + 1) % 8] ?? 0)) >>> 0)) >>> 0;
  }
  for (const [text, value] of [
    ['  bf', plain],
    ['  2f', ((masked ^ 0x40314081) - 0x7fefdfd0) >>> 0],
  ] as const) {
    const at = new Image(sample.bytes).find(text, { at: 0x7ff00, end: 0x80000 });
    if (at !== null) sample.u32le(at, value);
  }
}

export function trionic5Sample(lastAddress = '070000'): Uint8Array {
  const bytes = trionicSample({
    stack: 0xfffff7fc,
    sizeBytes: 0x40000,
    endField: 4,
    records: [
      [1, '4399999'],
      [2, '4398888'],
      [3, 'A59OW9QL.99K'],
      [4, 'B999I 9000 M2       '],
      [5, '019999'],
      [0xfe, lastAddress],
    ],
  });
  // The last address counts in a memory that is twice as large.
  let sum = 0;
  for (let at = 0; at <= 0x30000; at += 1) sum += bytes[at] ?? 0;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, sum);
  return bytes;
}

export const trionic8EndAt = 0x60000;

/** 1 MB with the file system in two copies, and the coded records behind the program. */
export function trionic8Sample(secondNumber = '55399999', unit: 'bytes' | 'words' = 'bytes'): Uint8Array {
  const sample = new SampleImage(0x100000, 0xff).u32be(0, 0x00100c00);
  for (const [at, number] of [
    [0x4000, '55399999'],
    [0x6000, secondNumber],
  ] as const) {
    sample
      .text(at, 'MFS*')
      .u32be(at + 0x0e, 0x442a0200)
      .u32be(at + 0x12, at + 0xce)
      .text(at + 0xce, `${number}  863999`);
  }
  sample.u32be(0x20140, trionic8EndAt);
  const view = new DataView(sample.bytes.buffer);
  let [bytes, words] = [view.getUint8(trionic8EndAt - 1), 0];
  for (let at = 0x20000; at < trionic8EndAt - 4; at += 1) bytes += view.getUint8(at);
  for (let at = 0x20000; at < trionic8EndAt - 4; at += 4) words = (words + view.getUint32(at)) >>> 0;
  const records = new SampleImage(0x100, 0x20)
    .u16be(0, 0x100d)
    .put(2, md5(new Image(sample.bytes), { at: 0x20000, end: trionic8EndAt }))
    .u16be(132, 0x04fb)
    .u32be(134, unit === 'bytes' ? bytes : words)
    .u16be(138, 0x04fc)
    .u32be(140, trionic8EndAt)
    .u16be(144, 0x04fd)
    .u32be(146, 0x20000);
  return sample.put(
    trionic8EndAt,
    records.bytes.map((byte) => (byte ^ 0x21) - 0xd6),
  ).bytes;
}
