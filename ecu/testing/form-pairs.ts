import type { Family } from '../family.ts';
import { swapPairs } from '../forms/orders.ts';
import { switchOffInFile } from '../switch-off-file.ts';
import { switchOff } from '../switch-off.ts';
import type { SwitchedOff } from '../switch-off.ts';

/** A memory, and the same memory with one other byte. */
export type Images = { image: Uint8Array; near: Uint8Array };
/** Makes a file of them. */
type Make = (images: Images) => Uint8Array;
/** `losesBytes`: the sums of a copy that lost bytes are not those of the whole. */
export type MadeForm = { name: string; make: Make; losesBytes: boolean };

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

const asItIs: Make = ({ image }) => image;

/** Every two of the ways, one after the other, in both orders. */
export const formPairs: readonly MadeForm[] = Object.entries(ways).flatMap(([first, inner]) =>
  Object.entries(ways)
    // It makes no difference whether pairs of bytes are swapped before or after.
    .filter(([second]) => second !== first && first !== 'byte-swapped')
    .map(([second, outer]) => ({ name: `${first}, then ${second}`, make: outer(inner(asItIs)), losesBytes: false })),
);

/** What is lost of a file: its end, or a stretch. */
const losses: Record<string, (file: Uint8Array) => Uint8Array> = {
  'cut by one byte': (file) => file.slice(0, -1),
  'cut by 1 KB': (file) => file.slice(0, -0x400),
  'cut in half': (file) => file.slice(0, file.length / 2),
  'with zeros in its first half': (file) => blank(file, 0.25),
  'with zeros in its second half': (file) => blank(file, 0.75),
};

const blank = (file: Uint8Array, share: number): Uint8Array =>
  file.slice().fill(0, Math.floor(file.length * share), Math.floor(file.length * (share + 0.0625)));

/** Each loss from the memory as it is, and from the file that one of the ways makes of it. */
export const damagedForms: readonly MadeForm[] = Object.entries({ 'as it is': (make: Make) => make, ...ways }).flatMap(
  ([form, way]) =>
    Object.entries(losses).map(([loss, lose]) => {
      const make = way(asItIs);
      return { name: `${form}, ${loss}`, make: (images: Images) => lose(make(images)), losesBytes: true };
    }),
);

export type FormOutcome = { form: string; outcome: 'right' | 'refused' | 'wrong'; reason: string };

type Try = { codes: readonly string[]; forms: readonly MadeForm[]; acceptWrongChecksums: boolean };

/**
 * Switches codes off in the files that `forms` makes of a memory. The file that should come out is made from the two
 * memories changed on their own, by the same steps, without the code that reads and writes forms. null: the codes cannot
 * be switched off in the memory itself.
 */
export function tryForms(
  image: Uint8Array,
  family: Family,
  { codes, forms, acceptWrongChecksums }: Try,
): FormOutcome[] | null {
  const changed = switchOff(image, family, codes, { acceptWrongChecksums });
  const near = findNearCopy(image, (bytes) => switchOff(bytes, family, codes, { acceptWrongChecksums: true }));
  if (changed.outcome === 'refused' || near === null) return null;
  return forms.map(({ name, make, losesBytes }) => {
    const file = make({ image, near: near.bytes });
    const result = switchOffInFile(file, codes, { acceptWrongChecksums });
    if (result.outcome === 'refused') return { form: name, outcome: 'refused', reason: result.reason.message };
    const expected = losesBytes
      ? withCodesOff(
          result.file,
          file,
          make({ image: codesOff(image, changed), near: codesOff(near.bytes, near.changed) }),
        )
      : make({ image: changed.bytes, near: near.changed.bytes });
    return { form: name, outcome: isEqual(expected, result.file) ? 'right' : 'wrong', reason: '' };
  });
}

function codesOff(image: Uint8Array, { dtcChanges }: SwitchedOff): Uint8Array {
  const bytes = new Uint8Array(image);
  for (const { at, after } of dtcChanges) bytes.set(after, at);
  return bytes;
}

/** A result in which every byte that switches a code off in some copy is as it should be; the others are left. */
function withCodesOff(result: Uint8Array, before: Uint8Array, after: Uint8Array): Uint8Array {
  const expected = new Uint8Array(result);
  after.forEach((byte, at) => {
    if (byte !== before[at]) expected[at] = byte;
  });
  return expected;
}

export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const placesTried = 64;

/** Offsets of bytes that are not blank, evenly spread over an image. */
export const listPlaces = (image: Uint8Array): number[] =>
  Array.from({ length: placesTried }, (_, place) =>
    Math.floor((image.length * (place + 1)) / (placesTried + 1)),
  ).filter((at) => image[at] !== 0xff && image[at] !== 0x00);

export function withOtherByte(image: Uint8Array, at: number): Uint8Array {
  const bytes = new Uint8Array(image);
  bytes[at] = (image[at] as number) ^ 1;
  return bytes;
}

/** Changes one byte that is not blank, where the family still finds its table. */
function findNearCopy(image: Uint8Array, change: (bytes: Uint8Array) => ReturnType<typeof switchOff>) {
  for (const at of listPlaces(image)) {
    const bytes = withOtherByte(image, at);
    const result = change(bytes);
    if (result.outcome === 'done') return { bytes, changed: result };
  }
  return null;
}
