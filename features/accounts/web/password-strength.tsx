import { useQuery } from '@tanstack/react-query';
import { getShopName } from '../../../web/frame/shop.ts';
import { refusalText } from '../../../web/client/refusal-text.ts';
import { clsx } from 'clsx';
import { t, wordText } from '../../../web/languages/text.ts';
import { commonPassword, personalPassword, weakPassword } from '../accounts.errors.ts';
import { type Guess, type Owner, findGuess, readKnownWords } from '../guessable-password.rules.ts';
import { isLongEnough, ratePassword, type Strength } from '../password-strength.rules.ts';

const looks: Record<Strength, { parts: number; colour: string }> = {
  weak: { parts: 1, colour: 'bg-red-solid' },
  medium: { parts: 2, colour: 'bg-yellow-solid' },
  strong: { parts: 3, colour: 'bg-green-solid' },
};

const SENTENCES: Record<Guess, () => string> = {
  COMMON: () => refusalText(commonPassword()),
  PERSONAL: () => refusalText(personalPassword()),
  WEAK: () => refusalText(weakPassword()),
};

/**
 * The word is always shown, together with a bar of one, two or three parts (C-REG-08, C-ACC-12). What the server would
 * refuse counts as weak and shows the reason; for a password that is too short the word is enough.
 */
export function PasswordStrength({ password, owner = {} }: { password: string; owner?: Owner }) {
  const { strength, guess } = useChosenPassword(password, owner);
  const look = strength === null ? null : looks[strength];
  return (
    <>
      <div className="mt-1.5 flex items-center gap-3">
        <div aria-hidden="true" data-strength={strength ?? undefined} className="grid flex-1 grid-cols-3 gap-1">
          {[1, 2, 3].map((part) => (
            <span
              key={part}
              className={clsx('h-1.5 rounded-full', look && part <= look.parts ? look.colour : 'bg-surface2')}
            />
          ))}
        </div>
        <p role="status" className="min-w-40 text-right text-small text-text2">
          {strength === null
            ? t('accounts.password.minLengthHint')
            : t('accounts.password.strength', { strength: wordText(strength) })}
        </p>
      </div>
      <p aria-live="polite" className="mt-1 text-small text-text2 empty:sr-only">
        {guess !== null && isLongEnough(password) && SENTENCES[guess]()}
      </p>
    </>
  );
}

interface ChosenPassword {
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
