import { crossLines, findWiring, straighten, wirings } from '../data-lines.ts';
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
  read: (bytes) => straighten(new Image(bytes), wiring).bytes,
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
  return moved(bytes, [1, 0]);
}

/** 12 34 56 78 becomes 78 56 34 12. */
function reverseFours(bytes: Uint8Array): Uint8Array {
  return moved(bytes, [3, 2, 1, 0]);
}

/** 12 34 56 78 becomes 56 78 12 34. */
function swapHalfwords(bytes: Uint8Array): Uint8Array {
  return moved(bytes, [2, 3, 0, 1]);
}

/** Reorders each group of bytes: byte n of the result is byte `from[n]`. Bytes after the last whole group stay. */
function moved(bytes: Uint8Array, from: readonly number[]): Uint8Array {
  const result = new Uint8Array(bytes);
  const group = from.length;
  for (let at = 0; at + group <= bytes.length; at += group) {
    for (let index = 0; index < group; index += 1) result[at + index] = bytes[at + (from[index] as number)] as number;
  }
  return result;
}
