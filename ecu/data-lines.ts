import { Image } from './image.ts';

/**
 * The line of the flash chip that carries each line of the processor's data bus, lowest first. Boards are laid out so
 * that the lines need not cross; a chip that is read on its own then delivers its bits in the chip's order. Measured on
 * dumps of the same program read both ways; the order is that of the pins along the sides of a 29F400, where line 0
 * lies next to line 8.
 */
export const wirings = {
  /** Siemens boards of the C167: SID 801, Simos 2. */
  lowThenHigh: [3, 11, 2, 10, 1, 9, 0, 8, 12, 4, 13, 5, 14, 6, 15, 7],
  /** Siemens Simos 3 and its successors. */
  lowThenHighTurned: [3, 11, 2, 10, 1, 9, 0, 8, 7, 15, 6, 14, 5, 13, 4, 12],
  /** Bosch boards of the MPC5xx: EDC16. */
  highThenLow: [11, 3, 10, 2, 9, 1, 8, 0, 4, 12, 5, 13, 6, 14, 7, 15],
} as const satisfies { [name: string]: readonly number[] };

export type Wiring = keyof typeof wirings;

/**
 * The start of an EDC16 block, FADECAFE CAFEAFFE, and of a C167 program, far jumps FA 00, in the bit order in which the
 * chips deliver them.
 */
const crossedMagic = Uint8Array.of(0xf7, 0xcd, 0xb7, 0x8f, 0xb7, 0x8f, 0xf7, 0x3f);
const firstWords: readonly { word: number; wiring: Wiring }[] = [
  { word: 0xc0f0, wiring: 'lowThenHigh' },
  { word: 0xf030, wiring: 'lowThenHighTurned' },
];
const farJump = 0xfa;
const jumpLength = 4;
const jumpsLooked = 4;
/** The largest chips of these boards hold 2 MB. */
const maxBytes = 0x200000;

/** Finds out how the lines of the chip were connected; null when nothing shows that they are crossed. */
export function findWiring(image: Image): Wiring | null {
  if (image.sizeBytes % 2 !== 0 || image.sizeBytes > maxBytes) return null;
  const crossed = firstWords.find(({ word }) => image.u16be(0) === word);
  if (crossed !== undefined && startsWithJumps(image, crossed.wiring)) return crossed.wiring;
  return image.find(crossedMagic, { at: 0, end: maxBytes }) === null ? null : 'highThenLow';
}

function startsWithJumps(image: Image, wiring: Wiring): boolean {
  const head = uncrossLines(new Image(image.bytes.subarray(0, jumpsLooked * jumpLength)), wiring);
  for (let jump = 0; jump < jumpsLooked; jump += 1) if (head.u8(jump * jumpLength) !== farJump) return false;
  return true;
}

/** Returns the image as the processor sees it. Offsets stay the same: only the bits inside each word move. */
export function uncrossLines(image: Image, wiring: Wiring): Image {
  const lines = wirings[wiring];
  const fromFirst = new Uint16Array(0x100);
  const fromSecond = new Uint16Array(0x100);
  for (let value = 0; value < 0x100; value += 1) {
    lines.forEach((chipLine, line) => {
      const bit = 1 << line;
      if (chipLine >= 8 && (value >>> (chipLine - 8)) & 1) fromFirst[value] = (fromFirst[value] ?? 0) | bit;
      if (chipLine < 8 && (value >>> chipLine) & 1) fromSecond[value] = (fromSecond[value] ?? 0) | bit;
    });
  }
  const { bytes } = image;
  // Not `slice`: on a Node Buffer it would return a view of the file itself.
  const straight = new Uint8Array(bytes);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const word = (fromFirst[bytes[at] ?? 0] ?? 0) | (fromSecond[bytes[at + 1] ?? 0] ?? 0);
    straight[at] = word >>> 8;
    straight[at + 1] = word & 0xff;
  }
  return new Image(straight);
}

/** Returns the bytes as a chip on a board with this wiring stores them: the inverse of `straighten`. */
export function crossLines(bytes: Uint8Array, wiring: Wiring): Uint8Array {
  const crossed = new Uint8Array(bytes);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const word = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    let crossedWord = 0;
    wirings[wiring].forEach((chipLine, line) => {
      if ((word >>> line) & 1) crossedWord |= 1 << chipLine;
    });
    crossed[at] = crossedWord >>> 8;
    crossed[at + 1] = crossedWord & 0xff;
  }
  return crossed;
}
