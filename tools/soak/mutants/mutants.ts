import { MONEY } from './money.ts';
import type { Mutant } from './mutant.ts';
import { PASSKEY } from './passkeys.ts';
import { STATE_AND_PERMISSION } from './permission.ts';
import { SECOND_FACTOR_CODES } from './second-factor.ts';
import { SIGN_IN } from './sign-in.ts';

export const MUTANTS: readonly Mutant[] = [
  ...MONEY,
  ...STATE_AND_PERMISSION,
  ...SECOND_FACTOR_CODES,
  ...PASSKEY,
  ...SIGN_IN,
];
