import { u16beBytes } from '../../change.ts';
import { crc16Reflected } from '../../checksums/crc16.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { layout } from './mss54.layout.ts';

export type Mss54Options = {
  secondName?: string;
  nameAddress?: number;
  /** Numbers that replace those of the given records. */
  numbers?: { [record: number]: number };
  /** Records of the master that are filled with zeros. */
  zeroed?: number[];
  hasSlave?: boolean;
  wrongChecksum?: boolean;
};

const mss54SampleRecordsAt = { slave: 0x6106, master: 0xe006 };
const name = '211323009901J499';

/** The data of both processors of an MSS54HP, 64 KB. */
export function mss54Sample(options: Mss54Options = {}): Uint8Array {
  const sample = new SampleImage(0x10000, 0xff);
  if (options.hasSlave !== false) sample.u32be(0x3fb0, 0x8bffc);
  sample.u32be(0xbfb0, options.nameAddress ?? 0x8bfb8).u32be(0xbfb4, 0x8bffc);
  sample.text(0xbfb8, `${name}${options.secondName ?? name}${name}1B003060`);
  writeRecords(sample, mss54SampleRecordsAt.slave, layout.slaveNumbers, {});
  writeRecords(sample, mss54SampleRecordsAt.master, layout.masterNumbers, options);
  const image = new Image(sample.bytes);
  for (const at of [0, 0x8000]) {
    const next = crc16Reflected(image, { at: at + 0x4000, end: at + 0x8000 }, 0);
    sample.put(at + 0x3ffc, u16beBytes(crc16Reflected(image, { at, end: at + 0x3ffc }, next)));
  }
  if (options.wrongChecksum === true) sample.u8(0x8010, 0x77);
  return sample.bytes;
}

function writeRecords(
  sample: SampleImage,
  at: number,
  numbers: string,
  { numbers: other = {}, zeroed = [] }: Mss54Options,
): void {
  sample.put(at - 6, [...layout.beforeRecords, 0x14, 0xff]).put(at, layout.emptyRecord);
  for (const [index, text] of numbers.split(' ').entries()) {
    const number = other[index] ?? parseInt(text, 16);
    const recordAt = at + (index + 1) * 14;
    if (number === 0) sample.put(recordAt, layout.unusedRecord);
    else sample.put(recordAt, [number, 1, 10, 1, 1, 1, 10, 0, 1, 2, 3, 0x28, 9, 0xff]);
    if (zeroed.includes(index)) sample.fill(recordAt, recordAt + 14, 0);
  }
}

/** One processor's memory, as stored in its chip or as read by the processor. */
export function mss54ChipSample({ text = 'MSS52--V', hardware = '5WK9399-' } = {}): Uint8Array {
  return new SampleImage(0x40000, 0xff).text(0x5d02, text).text(0x5d32, hardware).bytes;
}
