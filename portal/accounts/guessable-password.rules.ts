import { isMonotonous } from './password-strength.rules.ts';

/** What is publicly known about the owner of an account. */
export interface Owner {
  username?: string;
  full_name?: string;
  email?: string;
}

/** COMMON: among the first that anyone tries. PERSONAL: made of what is known about its owner or the portal. */
export type Guess = 'COMMON' | 'PERSONAL';

const PORTAL_NAME = 'tunedesk';

/** Characters that must remain when the known words are removed: as many as a new password needs. */
const SHORTEST_REST = 8;

/** Shorter words are ignored, because they are part of many others. */
const SHORTEST_WORD = 4;

/** Loads the list when the first password is chosen, because most processes and browsers never need it. */
export const readCommonPasswords = (): Promise<ReadonlySet<string>> =>
  import('./common-passwords.list.ts').then(({ COMMON_PASSWORDS }) => COMMON_PASSWORDS);

/**
 * Returns how a password could be guessed; null: not easily. `common`: the most used ones in lower case, once loaded.
 */
export function findGuess(password: string, owner: Owner, common: ReadonlySet<string> | undefined): Guess | null {
  if (isMonotonous(password) || common?.has(password.trim().toLowerCase())) return 'COMMON';
  return isMadeOf(password, wordsOf(owner)) ? 'PERSONAL' : null;
}

function wordsOf({ username = '', full_name = '', email = '' }: Owner): string[] {
  const local = email.split('@')[0] ?? '';
  const words = [PORTAL_NAME, email, local, username, full_name, ...full_name.split(/\s+/), ...local.split(/[._+-]+/)];
  return words.map(plain).filter((word) => word.length >= SHORTEST_WORD);
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/** Returns whether too little of the password remains once the words are removed. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  let rest = plain(password);
  for (const word of longestFirst) rest = rest.replaceAll(word, '');
  return rest.length < plain(password).length && Array.from(rest).length < SHORTEST_REST;
}
