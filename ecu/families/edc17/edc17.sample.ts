import { SampleImage } from '../../testing/sample-image.ts';

export type Edc17Knobs = { variant?: string; recordStart?: number; dataset?: string; secondSoftwareNumber?: string };

const calibrationAt = 0x1A0000;

type SampleBlock = { at: number; size: number; type: number; name: string; recordStart: number };

/** A 2 MB image with two blocks: variant dataset and calibration. */
export function edc17Sample(knobs: Edc17Knobs = {}): Uint8Array {
  const sample = new SampleImage(0x200000, 0xC3);
  const { dataset = 'P598G3W1', secondSoftwareNumber = '1037500001' } = knobs;
  writeBlock(sample, {
    at: 0x180000,
    size: 0x1FF00,
    type: 0x80,
    name: `1037500001${dataset}`,
    recordStart: 0x80180000,
  });
  writeBlock(sample, {
    at: calibrationAt,
    size: 0x60000,
    type: 0x60,
    name: `${secondSoftwareNumber}${dataset}`,
    recordStart: knobs.recordStart ?? 0x801A0000,
  });
  sample.text(calibrationAt + 0xA10, knobs.variant ?? '35/1/EDC17_CP14/5/P598//C598G3W1///');
  // The hardware's part number first, then the one on the box, in rows of 0x17 bytes.
  sample.text(calibrationAt + 0x1AACE, '03L906099B').u8(calibrationAt + 0x1AAD8, 0x20);
  sample.text(calibrationAt + 0x1AAE5, '03L906099XY').u8(calibrationAt + 0x1AAF0, 0x20);
  return sample.bytes;
}

function writeBlock(sample: SampleImage, { at, size, type, name, recordStart }: SampleBlock): void {
  const address = 0x80000000 + at;
  sample.u32le(at, type).u32le(at + 4, size).u32le(at + 0xC, address + size - 4);
  sample.text(at + 0x1A, name);
  sample.u32le(at + 0x2C, 1).u32le(at + 0x38, recordStart).u32le(at + 0x3C, address + size - 5);
  sample.u32le(at + 0x40, 0xFADECAFE).u32le(at + 0x44, 0xCAFEAFFE);
  sample.u32le(at + size - 4, 0xDEADBEEF);
}
