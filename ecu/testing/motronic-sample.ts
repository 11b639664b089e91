import { SampleImage } from './sample-image.ts';

export type MotronicOptions = {
  sizeBytes?: number;
  /** null: a chip without its name. */
  name?: string | null;
  nameAt?: number;
  /** The line of text that ends with the numbers. */
  numbers?: string;
  numbersAt?: number;
  isTurned?: boolean;
  /** Bytes that lead up to the numbers. */
  lead?: readonly number[];
};

/** A chip of the eighties or nineties: program, its name, and a line of numbers in either direction. */
function motronicSample(options: MotronicOptions): Uint8Array {
  const { sizeBytes = 0x10000, name = null, nameAt = 0x2412, numbers = '', numbersAt = 0x1f02, lead = [] } = options;
  const sample = new SampleImage(sizeBytes, 0x5a);
  const line = options.isTurned === true ? numbers.split('').toReversed().join('') : numbers;
  sample.text(numbersAt, line).u8(numbersAt + line.length, 0xff);
  sample.put(numbersAt - lead.length, lead);
  // Written last, because in many chips the name directly follows the numbers.
  if (name !== null) sample.text(nameAt, name);
  return sample.bytes;
}

/** Builds files of one family from the `usual` values and those that a test overrides. */
export const motronicSamples =
  (usual: MotronicOptions) =>
  (options: MotronicOptions = {}): Uint8Array =>
    motronicSample({ ...usual, ...options });
