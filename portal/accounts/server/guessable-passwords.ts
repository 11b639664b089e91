import { commonPassword, personalPassword } from '../accounts.errors.ts';
import { MORE_COMMON_PASSWORDS } from '../common-password.list.ts';
import { isMonotonous } from '../password-strength.rules.ts';

/** What a stranger knows of somebody. */
export interface Owner {
  username?: string;
  full_name?: string;
  email?: string;
}

const PORTAL_NAME = 'tunedesk';

/** As many characters as a new password needs have to be left beside what everybody knows. */
const SHORTEST_REST = 8;

/** Shorter words are parts of many others. */
const SHORTEST_WORD = 4;

/** About 49 000, the most used first; read at the first new password, because most processes never see one. */
let common: Promise<ReadonlySet<string>> | undefined;

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = dictionary['passwords-common'].map((password) => password.toLowerCase());
  return new Set([...listed, ...MORE_COMMON_PASSWORDS]);
}

/** Throws when the password is one that everybody tries first, of the same character, or made of what is known. */
export async function refuseGuessable(password: string, owner: Owner): Promise<void> {
  if (isMonotonous(password)) throw commonPassword();
  common ??= readCommon();
  if ((await common).has(password.trim().toLowerCase())) throw commonPassword();
  if (isMadeOf(password, wordsOf(owner))) throw personalPassword();
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
