import { SampleImage } from '../../testing/sample-image.ts';

export type MitsubishiShOptions = { secondStack?: number; sizeBytes?: number; firstOfGroup?: number; codes?: number };

export const mitsubishiShListAt = 0x95b8;

/** A 256 KB image with its list of codes. */
export function mitsubishiShSample(options: MitsubishiShOptions = {}): Uint8Array {
  const { codes = 120, firstOfGroup = 0x0421 } = options;
  const sample = new SampleImage(options.sizeBytes ?? 0x40000, 0xff);
  sample
    .u32be(0, 0x9e48)
    .u32be(4, 0xffffab00)
    .u32be(8, 0x9e48)
    .u32be(0xc, options.secondStack ?? 0xffffab00);
  sample.fill(mitsubishiShListAt, mitsubishiShListAt + 208 * 2, 0);
  const group = [firstOfGroup, 0x0170, 0x0134, 0x0133, 0x0132, 0x0136, 0x0135, 0x0141, 0x0139];
  for (const [index, code] of group.entries()) sample.u16be(mitsubishiShListAt + (16 + index) * 2, code);
  for (let index = 0; index < codes; index += 1) {
    const code = parseInt(String(1000 + index), 16);
    sample.u16be(mitsubishiShListAt + (40 + index) * 2, code);
  }
  // A word written there by a patch.
  sample.u16be(mitsubishiShListAt + 207 * 2, 0x89ac);
  return sample.bytes;
}
