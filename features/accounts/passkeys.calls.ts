import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId } from '../../contract/fields.ts';
import { Device } from './account-fields.ts';
import { NewPasskey, PasskeyAnswer, PasskeyName, RenamePasskey } from './passkey-fields.ts';
import { PROOF_ERRORS } from './second-factor.calls.ts';
import { BeginPasskey, RemovePasskey } from './second-factor-fields.ts';
import { Token } from './user.ts';

const Ticket = z.string().check(z.minLength(1), z.maxLength(200));

/** What the browser passes to `navigator.credentials`, as WebAuthn writes it in JSON. */
const Options = z.record(z.string(), z.unknown());

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/login/passkey/begin',
  summary: 'Start a log-in with a passkey',
  description:
    'Returns a challenge for any passkey of this portal (`PublicKeyCredentialRequestOptionsJSON`), and the ticket with which `signInWithPasskey` takes the answer. Both work once, for five minutes.',
  who: 'anyone',
  perMinute: 60,
  input: Nothing,
  reply: z.object({ ticket: z.string(), options: Options }),
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey',
  summary: 'Log in with a passkey',
  description:
    'Starts a session without a password: a passkey is unlocked by a fingerprint, a face or a PIN, so that it is both steps of the log-in.',
  who: 'anyone',
  opensSession: true,
  perMinute: 60,
  input: z.object({ ticket: Ticket, passkey: PasskeyAnswer, device: Device }),
  reply: Token,
  errors: ['session.wrong_login'],
});

export const askForSecondStepPasskey = endpoint({
  method: 'POST',
  path: '/login/second-step/passkey',
  summary: 'Start the second step with a passkey',
  description:
    'Returns a challenge for the passkeys of the account whose password was right; `takeSecondStep` takes the answer.',
  who: 'anyone',
  perMinute: 60,
  input: z.object({ ticket: Ticket }),
  reply: z.object({ options: Options }),
  errors: ['accounts.sign_in_ticket_spent'],
});

export const askForMyPasskey = endpoint({
  method: 'POST',
  path: '/users/my/passkeys/challenge',
  summary: 'Ask for one of my passkeys',
  description: 'Returns a challenge for a passkey of this account, where its answer takes the place of a code.',
  who: 'signed-in',
  forColleagues: 'themselves',
  perMinute: 60,
  input: Nothing,
  reply: z.object({ options: Options }),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/users/my/passkeys/begin',
  summary: 'Begin with a passkey',
  description:
    'Returns what the browser needs to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). Needs the password; with a second factor, a code or a passkey as well. Works once, for five minutes.',
  who: 'signed-in',
  forColleagues: 'themselves',
  withoutSecondFactor: true,
  input: BeginPasskey,
  reply: z.object({ options: Options }),
  errors: [...PROOF_ERRORS, 'accounts.most_passkeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/my/passkeys',
  summary: 'Add a passkey',
  description:
    'Accepts what the browser has made. Without a name it is named after the browser. For an account without a second factor, it is one: the other sessions end, and the recovery codes are shown once. The token is of the same session and replaces that of the call.',
  who: 'signed-in',
  forColleagues: 'themselves',
  withoutSecondFactor: true,
  hasSecret: true,
  status: 201,
  input: z.object({ name: z.optional(PasskeyName), new_passkey: NewPasskey }),
  reply: z.object({
    id: RecordId,
    /** Empty for an account that has some. */
    recovery_codes: z.array(z.string()),
    token: z.string(),
  }),
  errors: ['accounts.most_passkeys', 'accounts.passkey_known', 'accounts.wrong_passkey'],
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/users/my/passkeys/:id',
  summary: 'Rename a passkey',
  description: 'The name is for the owner alone.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: z.object({ id: Id, ...RenamePasskey.shape }),
  reply: Done,
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/users/my/passkeys/:id/remove',
  summary: 'Remove a passkey',
  description:
    'Needs the password, and a code or a passkey. Refused to staff for the last one while the shop requires a second factor of them.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: z.object({ id: Id, ...RemovePasskey.shape }),
  reply: Done,
  errors: [...PROOF_ERRORS, 'accounts.second_factor_required'],
});
