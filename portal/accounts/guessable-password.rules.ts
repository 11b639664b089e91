import { isMonotonous } from './password-strength.rules.ts';

/** What is publicly known of the owner of an account. */
export interface Owner {
  username?: string;
  full_name?: string;
  email?: string;
}

/** COMMON: everybody tries it first. PERSONAL: it is made of what everybody knows of its owner or of the portal. */
export type Guess = 'COMMON' | 'PERSONAL';

const PORTAL_NAME = 'tunedesk';

/** As many characters as a new password needs have to be left beside what everybody knows. */
const SHORTEST_REST = 8;

/** Shorter words are parts of many others. */
const SHORTEST_WORD = 4;

/** Read at the first password that is chosen, because most processes and browsers never see one. */
export const readCommonPasswords = (): Promise<ReadonlySet<string>> =>
  import('./common-passwords.list.ts').then(({ COMMON_PASSWORDS }) => COMMON_PASSWORDS);

/** How a password would be guessed; null: not easily. `common`: the most used ones in lower case, once they are read. */
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

/** Whether too little is left when the words are taken out. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  let rest = plain(password);
  for (const word of longestFirst) rest = rest.replaceAll(word, '');
  return rest.length < plain(password).length && Array.from(rest).length < SHORTEST_REST;
}
