type Random = () => number;
type Damage = (bytes: Uint8Array, at: number, random: Random) => Uint8Array;

/** Numbers that make loops run once too often, overflow, or point to themselves. */
const NASTY = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff];

/** Words by which control unit formats are recognised; the numbers next to them are trusted. */
const MARKS = [
  'FADECAFE',
  'CAFEAFFE',
  'FECADEFA',
  'DEADBEEF',
  'EFBEADDE',
  '56342E31',
  '4AFC',
  '0F00FFFF',
  '5AA5A55A',
].map((text) => Buffer.from(text, 'hex'));

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const damages: Damage[] = [
  (bytes, at, random) => {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    return bytes;
  },
  (bytes, at, random) => {
    if (at + 4 <= bytes.length) {
      view(bytes).setUint32(at, NASTY[Math.floor(random() * NASTY.length)] as number, random() < 0.5);
    }
    return bytes;
  },
  (bytes, at, random) => {
    if (at + 2 <= bytes.length) {
      view(bytes).setUint16(at, (NASTY[Math.floor(random() * NASTY.length)] as number) & 0xffff, random() < 0.5);
    }
    return bytes;
  },
  (bytes, at, random) => {
    const length = Math.floor(random() ** 4 * 0x20000);
    const from = Math.floor(random() * bytes.length);
    bytes.copyWithin(at, from, from + length);
    return bytes;
  },
  (bytes, at, random) =>
    bytes.fill(
      [0x00, 0xff, 0xc3, 0x41][Math.floor(random() * 4)] as number,
      at,
      at + Math.floor(random() ** 3 * 0x10000),
    ),
  (bytes, at, random) => (random() < 0.3 ? bytes.slice(0, at) : bytes),
  (bytes, at, random) =>
    random() < 0.2 ? Uint8Array.from(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at - 1)])) : bytes,
  (bytes, at, random) => {
    for (let next = at; next < Math.min(bytes.length, at + 64); next += 1) bytes[next] = Math.floor(random() * 256);
    return bytes;
  },
];

/** Chooses an offset; half of them are near a mark, where the numbers decide how a file is read. */
function placeIn(bytes: Uint8Array, random: Random): number {
  if (random() < 0.5) {
    const mark = MARKS[Math.floor(random() * MARKS.length)] as Buffer;
    const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(
      mark,
      Math.floor(random() * bytes.length),
    );
    if (found >= 0) return Math.max(0, Math.min(bytes.length - 1, found - 0x40 + Math.floor(random() * 0x100)));
  }
  return Math.floor(random() * Math.max(1, bytes.length));
}

/** Returns a damaged copy of a file: from a single flipped bit to two files spliced together. */
export function damage(source: Uint8Array, another: () => Uint8Array, random: Random): Uint8Array {
  let bytes: Uint8Array = new Uint8Array(source);
  const rounds = 1 + Math.floor(random() ** 3 * 40);
  for (let round = 0; round < rounds && bytes.length > 0; round += 1) {
    const change = damages[Math.floor(random() * damages.length)] as Damage;
    bytes = change(bytes, placeIn(bytes, random), random);
  }
  if (random() < 0.1) {
    const other = another();
    bytes.set(
      other.subarray(0, Math.max(0, bytes.length >> 1)),
      Math.max(0, bytes.length - Math.min(other.length, bytes.length >> 1)),
    );
  }
  return bytes;
}
