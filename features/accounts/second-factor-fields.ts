import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';
import { GivenPassword } from './account-fields.ts';

/** A code of the app, or a recovery code; spaces and dashes do not matter. */
export const Code = z.string(invalid('errors.accounts.fill_code')).check(
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, invalid('errors.accounts.fill_code')),
  z.maxLength(40, invalid('errors.fields.most_count_characters', { count: 40 })),
);

export const BeginSecondFactor = z.object({ current_password: GivenPassword });
export const ConfirmSecondFactor = z.object({ code: Code });
export const TurnOffSecondFactor = z.object({ current_password: GivenPassword, code: Code });
export const RenewRecoveryCodes = z.object({ current_password: GivenPassword, code: Code });
