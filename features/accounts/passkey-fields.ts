import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';

const Base64Url = (maxLength: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.minLength(1), z.maxLength(maxLength));

/** Of at most 1023 bytes, as WebAuthn demands. */
const CredentialId = Base64Url(1364);

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') };

/** What an authenticator returns for a challenge: `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(8192),
    authenticatorData: Base64Url(8192),
    signature: Base64Url(8192),
    userHandle: z.optional(Base64Url(200)),
  }),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** What an authenticator returns when it has made a passkey: `RegistrationResponseJSON` of WebAuthn. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(8192),
    attestationObject: Base64Url(24_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export type NewPasskey = z.output<typeof NewPasskey>;

export const PasskeyName = z
  .string(invalid('errors.accounts.fill_passkey_name'))
  .check(
    z.trim(),
    z.minLength(1, invalid('errors.accounts.fill_passkey_name')),
    z.maxLength(60, invalid('errors.fields.most_count_characters', { count: 60 })),
  );

export const RenamePasskey = z.object({ name: PasskeyName });
