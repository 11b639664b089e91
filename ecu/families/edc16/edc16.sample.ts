import { SampleImage } from '../../testing/sample-image.ts';

export type Edc16Knobs = { blockAt?: number; lastAddress?: number; secondSoftwareNumber?: string; variant?: string };

/** A 512 KB image with two blocks, the second of them the calibration. */
export function edc16Sample(knobs: Edc16Knobs = {}): Uint8Array {
  const sample = new SampleImage(0x80000, 0xFF);
  const { blockAt = 0, secondSoftwareNumber = '1037380001' } = knobs;
  writeBlock(sample, blockAt, '1037380001P447HAXE', 0x180000, knobs.lastAddress ?? 0x1BFFFF);
  const calibrationAt = blockAt + 0x40000;
  writeBlock(sample, calibrationAt, `${secondSoftwareNumber}P447HAXE`, 0x1C0000, knobs.lastAddress ?? 0x1DFFFF);
  sample.text(calibrationAt + 0xCAE, '0281019999').u8(calibrationAt + 0xCB8, 0x20);
  sample.text(calibrationAt + 0xCC2, '03G906099AB').u8(calibrationAt + 0xCCD, 0x20);
  sample.text(calibrationAt + 0xCD6, '03G906099NK').u8(calibrationAt + 0xCE1, 0x20);
  if (knobs.variant !== undefined) sample.text(calibrationAt + 0x6C2, knobs.variant);
  return sample.bytes;
}

function writeBlock(sample: SampleImage, at: number, name: string, startAddress: number, lastAddress: number): void {
  sample.text(at + 0x10, name);
  sample.u32be(at + 0x34, startAddress).u32be(at + 0x38, lastAddress);
  sample.u32be(at + 0x3C, 0xFADECAFE).u32be(at + 0x40, 0xCAFEAFFE);
}
