import { crossLines, findWiring, uncrossLines, wirings } from '../data-lines.ts';
import type { Wiring } from '../data-lines.ts';
import { Image } from '../image.ts';

export type OrderName =
  | 'byte-swapped'
  | 'crossed lines'
  | 'another byte order: fours reversed'
  | 'another byte order: halfwords swapped';

/** An order in which tools and boards store the bytes of a memory. Both functions keep the length. */
export type Order = {
  /** null: the order in which the processor reads. */
  name: OrderName | null;
  /** A length that is no multiple of this cannot have this order. */
  groupBytes: number;
  /** From the file's order to the processor's. Does not modify its input. */
  read: (bytes: Uint8Array) => Uint8Array;
  /** The inverse of `read`. */
  write: (bytes: Uint8Array) => Uint8Array;
};

const keep = (bytes: Uint8Array) => bytes;
export const asStored: Order = { name: null, groupBytes: 1, read: keep, write: keep };

/** Orders that move whole bytes; each is its own inverse. */
const byteOrders: readonly Order[] = [
  { name: 'byte-swapped', groupBytes: 2, read: swapPairs, write: swapPairs },
  { name: 'another byte order: fours reversed', groupBytes: 4, read: reverseFours, write: reverseFours },
  { name: 'another byte order: halfwords swapped', groupBytes: 4, read: swapHalfwords, write: swapHalfwords },
];

const crossed = (wiring: Wiring): Order => ({
  name: 'crossed lines',
  groupBytes: 2,
  read: (bytes) => uncrossLines(new Image(bytes), wiring).bytes,
  write: (bytes) => crossLines(bytes, wiring),
});

/** Every order that is known. */
export const allOrders: readonly Order[] = [
  asStored,
  ...byteOrders,
  ...(Object.keys(wirings) as Wiring[]).map((wiring) => crossed(wiring)),
];

/** Lists the orders other than the stored one that these bytes may have, the likeliest first. */
export function otherOrders(bytes: Uint8Array): Order[] {
  const wiring = findWiring(new Image(bytes));
  return [...(wiring === null ? [] : [crossed(wiring)]), ...byteOrders].filter(
    ({ groupBytes }) => bytes.length % groupBytes === 0,
  );
}

/** 12 34 becomes 34 12. An odd last byte stays where it is. */
export function swapPairs(bytes: Uint8Array): Uint8Array {
  const result = changeFours(bytes, swapInPairs);
  const last = bytes.length & ~3;
  if (bytes.length - last >= 2) result.set([bytes[last + 1] as number, bytes[last] as number], last);
  return result;
}

/** 12 34 56 78 becomes 78 56 34 12. */
function reverseFours(bytes: Uint8Array): Uint8Array {
  return changeFours(bytes, (four) => swapHalves(swapInPairs(four)));
}

/** 12 34 56 78 becomes 56 78 12 34. */
function swapHalfwords(bytes: Uint8Array): Uint8Array {
  return changeFours(bytes, swapHalves);
}

// Both give the same bytes whatever the byte order of the machine.
const swapInPairs = (four: number): number => ((four & 0x00ff00ff) << 8) | ((four >>> 8) & 0x00ff00ff);
const swapHalves = (four: number): number => (four << 16) | (four >>> 16);

/** Returns a copy in which each four bytes, as one 32-bit word, are changed. Bytes after the last four stay. */
function changeFours(bytes: Uint8Array, change: (four: number) => number): Uint8Array {
  const result = new Uint8Array(bytes);
  const fours = new Uint32Array(result.buffer, 0, result.length >> 2);
  for (let index = 0; index < fours.length; index += 1) fours[index] = change(fours[index] as number);
  return result;
}
