import { SampleImage } from '../../testing/sample-image.ts';

/** 256 KB with the name of the program's file. */
export function fordEecSample(options: { name?: string; blockStart?: number; sizeBytes?: number } = {}): Uint8Array {
  const { name = 'ZZZZ9Z9.HEX', blockStart = 0xfffa27fe, sizeBytes = 0x40000 } = options;
  return new SampleImage(sizeBytes, 0xff).u32be(0x2000, blockStart).fill(0x3ff00, 0x3ff20, 0).text(0x3ff06, `${name}*`)
    .bytes;
}
