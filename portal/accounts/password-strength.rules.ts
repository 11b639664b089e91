export type Strength = 'weak' | 'medium' | 'strong';

/** What the length rule of a new password asks for (X-VAL-09). */
const SHORTEST = 8;

const UPPERCASE = /\p{Lu}/u;
const LOWERCASE = /\p{Ll}/u;
const DIGIT = /\p{Nd}/u;
const SPECIAL = /[^\p{L}\p{N}]/u;

/** With fewer different characters a password is one of those that are tried first, such as eight spaces. */
const FEWEST_DIFFERENT = 4;

export const isMonotonous = (password: string): boolean => new Set(password).size < FEWEST_DIFFERENT;

export const isLongEnough = (password: string): boolean => Array.from(password).length >= SHORTEST;

/** How hard a password is to guess by its kinds of characters; null while there is none (X-VAL-06 to X-VAL-08). */
export function strengthOf(password: string): Strength | null {
  if (password === '') return null;
  if (!isLongEnough(password) || isMonotonous(password)) return 'weak';
  const has = (kind: RegExp) => kind.test(password);
  if (has(UPPERCASE) && has(LOWERCASE) && has(DIGIT) && has(SPECIAL)) return 'strong';
  return has(UPPERCASE) || has(DIGIT) || has(SPECIAL) ? 'medium' : 'weak';
}

/** Whether a strength is enough to register with (X-VAL-03). */
export const isEnough = (strength: Strength | null): boolean => strength === 'medium' || strength === 'strong';
