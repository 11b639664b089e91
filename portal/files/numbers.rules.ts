/** A number as searches compare it: 03L 906 018 AB, 03l906018ab and 03L-906-018-AB are one. */
export const plainNumber = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Shorter parts of a number are in thousands of files. */
const SHORTEST = 4;

/** Whether a word may be a part of a number: every number of a control unit has a digit. */
export const mayBeNumber = (text: string): boolean => {
  const plain = plainNumber(text);
  return plain.length >= SHORTEST && /\d/.test(plain);
};

/** The beginning of a SHA-256, as people copy it: 8 digits at least. */
export const mayBeHash = (text: string): boolean => /^[0-9a-f]{8,64}$/i.test(text);
