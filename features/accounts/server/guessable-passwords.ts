import type { Refusal } from '../../../contract/refusal.ts';
import { commonPassword, personalPassword, weakPassword } from '../accounts.errors.ts';
import { findGuess, readKnownWords, type Guess, type Owner } from '../guessable-password.rules.ts';

const REFUSALS: Record<Guess, () => Refusal> = {
  COMMON: commonPassword,
  PERSONAL: personalPassword,
  WEAK: weakPassword,
};

/** Throws when the password is weak, commonly used, or made of what is known about its owner, the shop or the trade. */
export async function refuseGuessable(password: string, owner: Owner): Promise<void> {
  const guess = findGuess(password, owner, await readKnownWords());
  if (guess !== null) throw REFUSALS[guess]();
}
