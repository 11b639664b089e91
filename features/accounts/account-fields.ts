import * as z from 'zod/mini';
import { EMAIL_ADDRESS, withAsciiDomain, withoutInvisible } from './email.rules.ts';
import { invalid } from '../../contract/texts.ts';

/** Unlike other texts, a name with invisible characters is refused: what would be left could be the name of another. */
const name = (missing: string, longest: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(longest, invalid('errors.fields.most_count_characters', { count: longest })),
    z.refine((value) => withoutInvisible(value) === value, invalid('errors.accounts.name_may_not_contain_invisible')),
  );

export const Username = name(invalid('errors.accounts.fill_username'), 60);
export const FullName = name(invalid('errors.accounts.fill_full_name'), 120);
export const Country = name(invalid('errors.accounts.choose_country'), 60);
export const Phone = z
  .string(invalid('errors.accounts.fill_phone_number'))
  .check(
    z.trim(),
    z.minLength(5, invalid('errors.accounts.fill_phone_number')),
    z.maxLength(40, invalid('errors.fields.most_count_characters', { count: 40 })),
    z.regex(/^[0-9+\- ]+$/, invalid('errors.accounts.phone_number_only_digits_plus')),
  );
/** The domain may be written in any alphabet; it is stored in the form that mail servers use. */
export const Email = z
  .string(invalid('errors.accounts.fill_email'))
  .check(
    z.overwrite(withAsciiDomain),
    z.maxLength(254, invalid('errors.fields.most_count_characters', { count: 254 })),
    z.email({ pattern: EMAIL_ADDRESS, error: invalid('errors.accounts.enter_valid_email_address') }),
  );
export const NewPassword = z
  .string(invalid('errors.accounts.fill_password'))
  .check(
    z.minLength(8, invalid('errors.accounts.password_must_least_8_characters')),
    z.maxLength(128, invalid('errors.accounts.password_must_most_128_characters')),
  );
export const GivenPassword = z
  .string(invalid('errors.accounts.fill_password'))
  .check(
    z.minLength(1, invalid('errors.accounts.fill_password')),
    z.maxLength(1024, invalid('errors.accounts.password_too_long')),
  );

/** A random text that the browser generates; shows that a sign-in comes from where the user has been before. */
export const Device = z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/)));
