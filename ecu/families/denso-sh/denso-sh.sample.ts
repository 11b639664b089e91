import { u32beBytes } from '../../change.ts';
import { sum32be } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type DensoShOptions = {
  stack?: number;
  calibrationId?: string;
  isSubaru?: boolean;
  hasSums?: boolean;
  hasCopyright?: boolean;
  /** Index of an entry whose code does not rise. */
  fallsAt?: number;
  enable?: number;
  hasSecondTable?: boolean;
  /** Mask of an unused entry. */
  unusedMask?: number;
  monitor?: number;
  wrongSum?: boolean;
  /** Of a Subaru: the tables of codes, and what can be wrong with them. */
  subaruTables?: number;
  enableFilling?: number;
  kindWord?: number;
  lastCode?: number;
  enablePointer?: number;
};

export const subaruRecordsAt = 0x6c4dc;
const subaruRecords = 120;

export const densoShTableAt = 0x7c8e4;

/** A 512 KB image of an RX-8, or a 1 MB one of a Subaru. */
export function densoShSample(options: DensoShOptions = {}): Uint8Array {
  const { isSubaru = false, calibrationId = isSubaru ? 'A9ZZ999Z' : '60E19999' } = options;
  const sample = new SampleImage(isSubaru ? 0x100000 : 0x80000, 0xff);
  sample
    .u32be(0, 0x8b8)
    .u32be(4, options.stack ?? 0xffffdfa0)
    .text(0x2000, calibrationId);
  if (options.hasCopyright !== false) sample.text(0x2023, 'Copr.DENSO2000S');
  if (!isSubaru) {
    sample.text(0x6c02d, 'Copr.DENSO2000SSW-N3ZZEB999.HEX').u8(0x6c04c, 0);
    writeTable(sample, densoShTableAt, options);
    if (options.hasSecondTable === true) writeTable(sample, 0x70000, options);
  }
  if (isSubaru) writeSubaruTables(sample, options);
  if (options.hasSums !== false) writeSums(sample, isSubaru ? 0xffb80 : 0x7fb80, isSubaru ? 3 : 1);
  if (options.wrongSum === true) sample.u8(0x2801, 0x77);
  return sample.bytes;
}

function writeTable(sample: SampleImage, at: number, options: DensoShOptions): void {
  const { fallsAt, enable = 1, unusedMask = 0, monitor = 1 } = options;
  sample.fill(at, at + 280, 0xff).fill(at + 280, at + 1540, 0);
  for (let index = 0; index < 120; index += 1) {
    const code = index < 2 ? 0x0300 : 0x1100 + index;
    sample.u16be(at + index * 2, index === fallsAt ? 0x0100 : code);
    const enabled = index % 10 === 9 ? 0 : enable;
    sample.u8(at + 280 + index, enabled).u8(at + 420 + index, index === 12 ? 0 : enabled);
    sample
      .u8(at + 560 + index, monitor)
      .u16be(at + 700 + index * 2, 0xfffc)
      .u32be(at + 980 + index * 4, 0x800004);
  }
  sample.u16be(at + 700 + 130 * 2, unusedMask);
}

function writeSubaruTables(sample: SampleImage, options: DensoShOptions): void {
  const { subaruTables = 1, enable = 1, enableFilling = 0xff, kindWord = 0, lastCode = 0xffff } = options;
  for (let table = 0; table < subaruTables; table += 1) {
    const recordsAt = subaruRecordsAt - table * 0x4000;
    const enableAt = recordsAt - 124;
    sample.fill(enableAt, recordsAt, enableFilling);
    for (let index = 0; index <= subaruRecords; index += 1) {
      const at = recordsAt + index * 20;
      // One code has two records, and two records have none.
      const code = index === 7 ? 0x0340 : index === 50 || index === 51 ? 0 : 0x0340 + index;
      sample.u16be(at, index).u16be(at + 2, 0x100);
      sample.u16be(at + 4, index === subaruRecords ? lastCode : code).u16be(at + 6, 0x0100);
      sample.u32be(at + 8, index === 60 ? kindWord : index === 61 ? 0x2000000 : 0).u32be(at + 12, 0x73f80);
      sample.u32be(at + 16, index % 8 === 5 ? 0 : 0x1000000);
      sample.u8(enableAt + index, index === subaruRecords || index % 10 === 9 ? 0 : index === 30 ? enable : 1);
    }
    sample.u32be(0x51214 + table * 8, recordsAt).u32be(0x51218 + table * 8, options.enablePointer ?? enableAt);
  }
}

function writeSums(sample: SampleImage, tableAt: number, count: number): void {
  const image = new Image(sample.bytes);
  sample.fill(tableAt, tableAt + 17 * 12, 0xff);
  for (let index = 0; index < count; index += 1) {
    const [at, end] = index === 0 ? [0x2000, 0x7db00] : [0x80000 + index * 0x1000, 0x80ff0 + index * 0x1000];
    const difference = (0x5aa5a55a - sum32be(image, { at, end })) >>> 0;
    sample.u32be(tableAt + index * 12, at).u32be(tableAt + index * 12 + 4, end - 1);
    sample.put(tableAt + index * 12 + 8, u32beBytes(difference));
  }
}
