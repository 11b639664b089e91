import { Image } from '../../../ecu/image.ts';
import { analyse } from '../../../ecu/index.ts';
import { edc15Sample, edc16Sample, edc17Sample, me7Sample } from '../../../ecu/samples/index.ts';

export type Family = 'EDC15' | 'EDC16' | 'EDC17' | 'ME7';

const BUILD: Record<Family, () => Uint8Array> = {
  EDC15: () => edc15Sample(),
  EDC16: () => edc16Sample(),
  EDC17: () => edc17Sample(),
  ME7: () => me7Sample(),
};

/** Unused bytes in the images of all four families, where a number makes each file different from the next. */
const UNUSED_AT = 0x3f000;

/** Builds a memory image: it is recognised as its family, and no byte of it comes from a real control unit. */
export function originalImage(family: Family, serial: number): Uint8Array {
  const image = BUILD[family]();
  new DataView(image.buffer).setUint32(UNUSED_AT, serial);
  return withRightChecksums(image);
}

/** Builds the same image with a few values raised, as a tuner would. */
export function modifiedImage(family: Family, serial: number): Uint8Array {
  const image = originalImage(family, serial);
  for (let at = UNUSED_AT + 16; at < UNUSED_AT + 80; at += 1) image[at] = ((image[at] ?? 0) + 9) & 0xff;
  return withRightChecksums(image);
}

/** Correcting inner checksums changes what outer ones cover, so it takes a few rounds. */
const ROUNDS = 40;

/** Corrects every checksum that the library can, as a tuner leaves a file. */
function withRightChecksums(image: Uint8Array): Uint8Array {
  const { family } = analyse(image);
  for (let round = 0; round < ROUNDS; round += 1) {
    const wrong = family
      ?.checksums?.(new Image(image))
      .filter(({ kind, state }) => kind === 'sum' && state === 'wrong');
    const [change, ...others] =
      wrong?.flatMap(({ correct }) => [correct?.() ?? []]).find(({ length }) => length > 0) ?? [];
    if (change === undefined) return image;
    for (const { at, after } of [change, ...others]) image.set(after, at);
  }
  return image;
}
