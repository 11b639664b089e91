import { commonPassword, personalPassword } from '../accounts.errors.ts';
import { findGuess, readCommonPasswords, type Owner } from '../guessable-password.rules.ts';

/** Throws when the password is commonly used, monotonous, or made of what is known about its owner or the portal. */
export async function refuseGuessable(password: string, owner: Owner): Promise<void> {
  const guess = findGuess(password, owner, await readCommonPasswords());
  if (guess === 'COMMON') throw commonPassword();
  if (guess === 'PERSONAL') throw personalPassword();
}
