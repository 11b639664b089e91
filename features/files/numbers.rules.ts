/** Normalises a number for searches: 03L 906 018 AB, 03l906018ab and 03L-906-018-AB are the same. */
export const normalizeNumber = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Shorter parts of a number occur in thousands of files. */
const MIN_LENGTH = 4;

/** Returns whether a word may be part of a number: every number of a control unit has a digit. */
export const mayBeNumber = (text: string): boolean => {
  const plain = normalizeNumber(text);
  return plain.length >= MIN_LENGTH && /\d/.test(plain);
};

/** Returns whether the text may be the beginning of a SHA-256 as people copy it: at least 8 digits. */
export const mayBeHash = (text: string): boolean => /^[0-9a-f]{8,64}$/i.test(text);
