import { SampleImage } from '../../testing/sample-image.ts';

/** 64 KB in the order in which the program is read; files have the bytes of each pair swapped. */
export function gs20Sample(options: { firstWord?: number; name?: string } = {}): Uint8Array {
  const { firstWord = 0xffff0200, name = 'ZZZZ0999' } = options;
  return new SampleImage(0x10000, 0xff).u32be(0, firstWord).u16be(4, 0x0296).text(0x176, name).bytes;
}
