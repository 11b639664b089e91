import { Image } from './image.ts';

/**
 * Which line of the flash chip carries each line of the processor's bus, lowest first. Boards are laid out so that the
 * lines need not cross, and a chip that is read on its own then gives its bits in the chip's order. Measured on dumps
 * of the same program read both ways; the order is that of the pins along the sides of a
 * 29F400, where line 0 lies beside line 8.
 */
export const wirings = {
  /** Siemens boards of the C167: SID 801, Simos 2. */
  lowThenHigh: [3, 11, 2, 10, 1, 9, 0, 8, 12, 4, 13, 5, 14, 6, 15, 7],
  /** Siemens Simos 3 and its successors. */
  lowThenHighTurned: [3, 11, 2, 10, 1, 9, 0, 8, 7, 15, 6, 14, 5, 13, 4, 12],
  /** Bosch boards of the MPC5xx: EDC16. */
  highThenLow: [11, 3, 10, 2, 9, 1, 8, 0, 4, 12, 5, 13, 6, 14, 7, 15],
  /** Bytes of every word exchanged. */
  bytesExchanged: [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7],
} as const satisfies { [name: string]: readonly number[] };

export type Wiring = keyof typeof wirings;

/** The image as the processor sees it. Places stay what they are: only the bits inside each word move. */
export function straighten(image: Image, wiring: Wiring): Image {
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
  // Not slice: that of a Node Buffer would be the file itself.
  const straight = new Uint8Array(bytes);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const word = (fromFirst[bytes[at] ?? 0] ?? 0) | (fromSecond[bytes[at + 1] ?? 0] ?? 0);
    straight[at] = word >>> 8;
    straight[at + 1] = word & 0xFF;
  }
  return new Image(straight);
}

/** The bytes as a chip on a board of this wiring keeps them: the other way round. */
export function crossLines(bytes: Uint8Array, wiring: Wiring): Uint8Array {
  const crossed = new Uint8Array(bytes);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const word = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    let kept = 0;
    wirings[wiring].forEach((chipLine, line) => {
      if ((word >>> line) & 1) kept |= 1 << chipLine;
    });
    crossed[at] = kept >>> 8;
    crossed[at + 1] = kept & 0xFF;
  }
  return crossed;
}
