import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';
import { GivenPassword } from './account-fields.ts';
import { PasskeyAnswer } from './passkey-fields.ts';

/** A code of the app, or a recovery code; spaces and dashes do not matter. */
export const Code = z.string(invalid('errors.accounts.fill_code')).check(
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, invalid('errors.accounts.fill_code')),
  z.maxLength(40, invalid('errors.fields.most_count_characters', { count: 40 })),
);

/** Either of them; the answer of a passkey takes the place of a code. */
export const PROOF = { code: z.optional(Code), passkey: z.optional(PasskeyAnswer) };
export type Proof = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };

const PASSWORD_AND_PROOF = { current_password: GivenPassword, ...PROOF };

export const BeginSecondFactor = z.object(PASSWORD_AND_PROOF);
export const ConfirmSecondFactor = z.object({ code: Code });
export const TurnOffSecondFactor = z.object(PASSWORD_AND_PROOF);
export const RenewRecoveryCodes = z.object(PASSWORD_AND_PROOF);
export const BeginPasskey = z.object(PASSWORD_AND_PROOF);
export const RemovePasskey = z.object(PASSWORD_AND_PROOF);
export const SignInAgain = z.object(PASSWORD_AND_PROOF);
