import { SampleImage } from './sample-image.ts';

export type MotronicKnobs = {
  sizeBytes?: number;
  /** null: a chip without its name. */
  name?: string | null;
  nameAt?: number;
  /** The line of text that ends in the numbers. */
  numbers?: string;
  numbersAt?: number;
  isTurned?: boolean;
  /** Bytes that lead up to the numbers. */
  lead?: readonly number[];
};

/** A chip of the eighties or nineties: program, its name, and a line of numbers, either way round. */
export function motronicSample(knobs: MotronicKnobs): Uint8Array {
  const { sizeBytes = 0x10000, name = null, nameAt = 0x2412, numbers = '', numbersAt = 0x1f02, lead = [] } = knobs;
  const sample = new SampleImage(sizeBytes, 0x5a);
  const line = knobs.isTurned === true ? numbers.split('').toReversed().join('') : numbers;
  sample.text(numbersAt, line).u8(numbersAt + line.length, 0xff);
  sample.put(numbersAt - lead.length, lead);
  // Last, because in many chips the name follows directly on the numbers.
  if (name !== null) sample.text(nameAt, name);
  return sample.bytes;
}

/** Files of one family: as `usual`, but for what a test sets otherwise. */
export const motronicSamples =
  (usual: MotronicKnobs) =>
  (knobs: MotronicKnobs = {}): Uint8Array =>
    motronicSample({ ...usual, ...knobs });
