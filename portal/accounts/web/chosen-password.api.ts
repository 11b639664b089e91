import { useQuery } from '@tanstack/react-query';
import { findGuess, readCommonPasswords, type Guess, type Owner } from '../guessable-password.rules.ts';
import { strengthOf, type Strength } from '../password-strength.rules.ts';

export interface ChosenPassword {
  /** Null while nothing is typed. */
  strength: Strength | null;
  /** Why the server would refuse it; null: it would not, or the list of common ones is not there yet. */
  guess: Guess | null;
}

/**
 * The rules of the server for a new password. The list of common ones comes with the first character that is typed; when
 * it cannot be loaded, the server has it.
 */
export function useChosenPassword(password: string, owner: Owner): ChosenPassword {
  const { data: common } = useQuery({
    queryKey: ['common-passwords'],
    queryFn: readCommonPasswords,
    enabled: password !== '',
    staleTime: Infinity,
    retry: false,
  });
  if (password === '') return { strength: null, guess: null };
  const guess = findGuess(password, owner, common);
  return { guess, strength: guess === null ? strengthOf(password) : 'weak' };
}
