import { useQuery } from '@tanstack/react-query';
import { getShopName } from '../../../web/frame/shop.ts';
import { findGuess, readKnownWords, type Guess, type Owner } from '../guessable-password.rules.ts';
import { ratePassword, type Strength } from '../password-strength.rules.ts';

export interface ChosenPassword {
  /** Null for an empty field. */
  strength: Strength | null;
  /**
   * Why the server would refuse the password; null: it would not, or the list of common passwords is not loaded yet.
   */
  guess: Guess | null;
}

/**
 * Applies the server's rules for a new password. The list of common passwords is loaded with the first character typed;
 * if that fails, only the server checks against it.
 */
export function useChosenPassword(password: string, owner: Owner): ChosenPassword {
  const { data: known } = useQuery({
    queryKey: ['common-passwords'],
    queryFn: readKnownWords,
    enabled: password !== '',
    staleTime: Infinity,
    retry: false,
  });
  if (password === '') return { strength: null, guess: null };
  const guess = findGuess(password, { shop: getShopName(), ...owner }, known);
  return { guess, strength: guess === null ? ratePassword(password) : 'weak' };
}
