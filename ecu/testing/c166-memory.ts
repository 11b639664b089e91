import { randomBytes } from './sample-image.ts';

/** Builds instructions that are frequent in real C166 programs, followed by erased flash. */
export function c166Memory({ sizeBytes = 0x20000, operandsBelow = 0x100 } = {}): Uint8Array {
  const bytes = new Uint8Array(sizeBytes).fill(0xff);
  const operands = randomBytes(sizeBytes, 11).map((byte) => byte % operandsBelow);
  const openings = [
    [0xe6, 0xf4],
    [0xf6, 0xf4],
    [0xf2, 0xf5],
    [0xda, 0x00],
  ] as const;
  for (let at = 0; at < (sizeBytes * 3) / 4; at += 4) {
    const [first, second] = openings[(operands[at] as number) % 4] ?? [0, 0];
    bytes.set([first, second, operands[at + 1] ?? 0, operands[at + 2] ?? 0], at);
    if (at % 0x40 === 0) bytes.set([0xdb, 0x00], at + 2);
  }
  return bytes;
}
