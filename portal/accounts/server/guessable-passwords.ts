import { commonPassword, personalPassword } from '../accounts.errors.ts';
import { findGuess, readCommonPasswords, type Owner } from '../guessable-password.rules.ts';

/** Throws when the password is one that everybody tries first, of the same character, or made of what is known. */
export async function refuseGuessable(password: string, owner: Owner): Promise<void> {
  const guess = findGuess(password, owner, await readCommonPasswords());
  if (guess === 'COMMON') throw commonPassword();
  if (guess === 'PERSONAL') throw personalPassword();
}
