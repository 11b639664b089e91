import * as z from 'zod/mini';
import { withoutInvisible } from './names.rules.ts';

const text = (missing: string, longest: number) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(longest, `At most ${longest} characters.`));

const name = (missing: string, longest: number) =>
  text(missing, longest).check(
    z.refine((value) => withoutInvisible(value) === value, 'A name may not contain invisible characters.'),
  );

export const Username = name('Please fill in the username.', 60);
export const FullName = name('Please fill in the full name.', 120);
export const Country = name('Please choose a country.', 60);
export const Phone = z
  .string('Please fill in the phone number.')
  .check(
    z.trim(),
    z.minLength(5, 'Please fill in the phone number.'),
    z.maxLength(40, 'At most 40 characters.'),
    z.regex(/^[0-9+\- ]+$/, 'A phone number has only digits, plus, hyphen and space.'),
  );
export const Email = z
  .string('Please fill in the email.')
  .check(z.trim(), z.maxLength(254, 'At most 254 characters.'), z.email('Please enter a valid email address.'));
export const NewPassword = z
  .string('Please fill in the password.')
  .check(
    z.minLength(8, 'The password must have at least 8 characters.'),
    z.maxLength(128, 'The password must have at most 128 characters.'),
  );
export const GivenPassword = z
  .string('Please fill in the password.')
  .check(z.minLength(1, 'Please fill in the password.'), z.maxLength(1024, 'The password is too long.'));

/** A random text that the browser has made for itself: shows that a sign-in comes from where the user was before. */
export const Device = z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/)));
