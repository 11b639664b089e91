export type Strength = 'weak' | 'medium' | 'strong';

/** The minimum length of a new password (X-VAL-09). */
const MIN_LENGTH = 8;

const UPPERCASE = /\p{Lu}/u;
const LOWERCASE = /\p{Ll}/u;
const DIGIT = /\p{Nd}/u;
const SPECIAL = /[^\p{L}\p{N}]/u;

/** A password with fewer different characters is one of the first that are tried, such as eight spaces. */
const MIN_DIFFERENT_CHARACTERS = 4;

export const isMonotonous = (password: string): boolean => new Set(password).size < MIN_DIFFERENT_CHARACTERS;

export const isLongEnough = (password: string): boolean => Array.from(password).length >= MIN_LENGTH;

/** Rates how hard a password is to guess by its kinds of characters; null for an empty one (X-VAL-06 to X-VAL-08). */
export function ratePassword(password: string): Strength | null {
  if (password === '') return null;
  if (!isLongEnough(password) || isMonotonous(password)) return 'weak';
  const has = (kind: RegExp) => kind.test(password);
  if (has(UPPERCASE) && has(LOWERCASE) && has(DIGIT) && has(SPECIAL)) return 'strong';
  return has(UPPERCASE) || has(DIGIT) || has(SPECIAL) ? 'medium' : 'weak';
}

/** Returns whether this strength is enough to register with (X-VAL-03). */
export const isEnough = (strength: Strength | null): boolean => strength === 'medium' || strength === 'strong';
