import type { Family } from '../family.ts';
import { swapPairs } from '../forms/orders.ts';
import { switchOffInFile } from '../switch-off-file.ts';
import { switchOff } from '../switch-off.ts';

/** A memory, and the same memory with one other byte. */
type Images = { image: Uint8Array; near: Uint8Array };
/** Makes a file of them. */
type Make = (images: Images) => Uint8Array;

const paddingBytes = 0x20000;
const tailBytes = Uint8Array.from({ length: 0x124 }, (_, at) => (at * 37 + (at >> 3)) & 0xff);

function join(...parts: Uint8Array[]): Uint8Array {
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** What tools do to a memory, or to a file that something has been done to before. */
const ways: Record<string, (make: Make) => Make> = {
  doubled: (make) => (images) => join(make(images), make(images)),
  'with a near copy': (make) => (images) => join(make(images), make({ image: images.near, near: images.image })),
  'byte-swapped': (make) => (images) => swapPairs(make(images)),
  'with a tail': (make) => (images) => join(make(images), tailBytes),
  padded: (make) => (images) => join(make(images), new Uint8Array(paddingBytes).fill(0xff)),
};

/** Every two of the ways, one after the other, in both orders. */
export const formPairs: readonly { name: string; make: Make }[] = Object.entries(ways).flatMap(([first, inner]) =>
  Object.entries(ways)
    // It makes no difference whether pairs of bytes are swapped before or after.
    .filter(([second]) => second !== first && first !== 'byte-swapped')
    .map(([second, outer]) => ({ name: `${first}, then ${second}`, make: outer(inner(({ image }) => image)) })),
);

export type PairOutcome = { pair: string; outcome: 'every copy changed' | 'refused' | 'copy left on'; reason: string };

/**
 * Switches codes off in a memory that went through every pair of forms. The file that should come out is made from the
 * two memories changed on their own, by the same steps, without the code that reads and writes forms. null: the codes
 * cannot be switched off in the memory itself.
 */
export function tryFormPairs(image: Uint8Array, family: Family, codes: readonly string[]): PairOutcome[] | null {
  const options = { acceptWrongChecksums: true };
  const changed = switchOff(image, family, codes, options);
  const near = findNearCopy(image, (bytes) => switchOff(bytes, family, codes, options));
  if (changed.outcome === 'refused' || near === null) return null;
  return formPairs.map(({ name, make }) => {
    const result = switchOffInFile(make({ image, near: near.bytes }), codes, options);
    if (result.outcome === 'refused') return { pair: name, outcome: 'refused', reason: result.reason.message };
    const expected = make({ image: changed.bytes, near: near.changed });
    const isEqual = expected.length === result.file.length && expected.every((byte, at) => byte === result.file[at]);
    return { pair: name, outcome: isEqual ? 'every copy changed' : 'copy left on', reason: '' };
  });
}

const placesTried = 64;

/** Changes one byte that is not blank, where the family still finds its table. */
function findNearCopy(image: Uint8Array, change: (bytes: Uint8Array) => ReturnType<typeof switchOff>) {
  for (let place = 1; place <= placesTried; place += 1) {
    const at = Math.floor((image.length * place) / (placesTried + 1));
    if (image[at] === 0xff || image[at] === 0x00) continue;
    const bytes = new Uint8Array(image);
    bytes[at] = (image[at] as number) ^ 1;
    const result = change(bytes);
    if (result.outcome === 'done') return { bytes, changed: result.bytes };
  }
  return null;
}
