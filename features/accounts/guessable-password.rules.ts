import { foldSpelling, type KnownWords } from './password-spelling.rules.ts';
import { isEnough, isMonotonous, ratePassword } from './password-strength.rules.ts';

/** What is publicly known about the owner of an account, and about the portal. */
export interface Owner {
  username?: string;
  full_name?: string;
  email?: string;
  /** The name of the shop. */
  shop?: string;
}

/**
 * COMMON: among the first that anyone tries. PERSONAL: made of what is known about its owner, the shop or the trade.
 * WEAK: too short, or of small letters alone.
 */
export type Guess = 'COMMON' | 'PERSONAL' | 'WEAK';

const PORTAL_NAME = 'tunedesk';

/** Characters that must remain when the known words are removed: as many as a new password needs. */
const MIN_REST_LENGTH = 8;

/** Shorter words are ignored, because they are part of many others. */
const MIN_WORD_LENGTH = 4;

export const readKnownWords = (): Promise<KnownWords> =>
  import('./common-passwords.ts').then(({ KNOWN_WORDS }) => KNOWN_WORDS);

/** Returns why a new password could be guessed; null: not easily. The server refuses exactly what the page calls weak. */
export function findGuess(password: string, owner: Owner, known: KnownWords | undefined): Guess | null {
  if (isMonotonous(password) || (known && isCommon(password.trim(), known.passwords))) return 'COMMON';
  if (hasOnlyWords(password, [...listWords(owner), ...(known?.trade ?? [])])) return 'PERSONAL';
  return isEnough(ratePassword(password)) ? null : 'WEAK';
}

/** Digits and signs are what most people put behind a word, or before it, when a rule asks for them. */
const withoutEnding = (text: string) => text.replace(/[^\p{L}]+$/u, '');
const withoutEnds = (text: string) => withoutEnding(text).replace(/^[^\p{L}]+/u, '');

function isCommon(password: string, passwords: ReadonlySet<string>): boolean {
  const core = foldSpelling(withoutEnds(password));
  const spellings = [
    password.toLowerCase(),
    foldSpelling(password),
    foldSpelling(withoutEnding(password)),
    core,
    core.replace(/[^\p{L}\p{N}]/gu, ''),
  ];
  return spellings.some((spelling) => spelling.length >= MIN_WORD_LENGTH && passwords.has(spelling));
}

function listWords({ username = '', full_name = '', email = '', shop = '' }: Owner): string[] {
  const local = email.split('@')[0] ?? '';
  return [
    PORTAL_NAME,
    email,
    local,
    username,
    ...local.split(/[._+-]+/),
    ...[full_name, shop].flatMap((name) => [name, ...name.split(/\s+/)]),
  ];
}

/** Returns whether too little of the password remains once the words are removed. */
function hasOnlyWords(password: string, words: readonly string[]): boolean {
  const spelt = words.map((word) => foldSpelling(word.trim())).filter((word) => word.length >= MIN_WORD_LENGTH);
  const longestFirst = spelt.toSorted((one, other) => other.length - one.length);
  const core = foldSpelling(withoutEnding(password.trim()));
  let rest = core;
  for (const word of longestFirst) rest = rest.replaceAll(word, '');
  return rest.length < core.length && Array.from(rest).length < MIN_REST_LENGTH;
}
