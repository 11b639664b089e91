import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId } from '../../contract/fields.ts';
import { Device } from './account-fields.ts';
import { Token } from './user.ts';
import {
  BeginSecondFactor,
  ConfirmSecondFactor,
  PROOF,
  RenewRecoveryCodes,
  TurnOffSecondFactor,
} from './second-factor-fields.ts';

export const takeSecondStep = endpoint({
  method: 'POST',
  path: '/login/second-step',
  summary: 'Log in with a code',
  description:
    'The second step of a sign-in to an account with a second factor: starts the session. Takes a code, or the answer of a passkey to the challenge of `askForSecondStepPasskey`. A code works once; a wrong one leaves the ticket as it is.',
  who: 'anyone',
  opensSession: true,
  perMinute: 60,
  input: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(200)), ...PROOF, device: Device }),
  reply: Token,
  errors: ['accounts.sign_in_ticket_spent', 'session.wrong_login'],
});

/** Null: there is no authenticator app. */
const Since = z.nullable(z.string());

export const Passkey = z.object({
  id: RecordId,
  name: z.string(),
  created_at: z.string(),
  /** Null: never. */
  last_used_at: z.nullable(z.string()),
});
export type Passkey = z.output<typeof Passkey>;

export const SecondFactor = z.object({
  since: Since,
  recovery_codes_left: z.int(),
  /** The newest last. */
  passkeys: z.array(Passkey),
  /** Whether the shop requires it of this user. */
  is_required: z.boolean(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

export const getMySecondFactor = endpoint({
  method: 'GET',
  path: '/users/my/second-factor',
  summary: 'Get my second factor',
  description:
    'Whether the log-in asks for a code, how many recovery codes are left, and the passkeys, which are a second factor too.',
  who: 'signed-in',
  forColleagues: 'themselves',
  withoutSecondFactor: true,
  input: Nothing,
  reply: SecondFactor,
});

/** Errors of a call that takes the password and a code or a passkey. */
export const PROOF_ERRORS = [
  'accounts.no_password_yet',
  'accounts.wrong_code',
  'accounts.wrong_current_password',
  'accounts.wrong_passkey',
  'http.too_many',
];

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/users/my/second-factor',
  summary: 'Begin with a second factor',
  description:
    'Makes a secret for an authenticator app (RFC 6238, 6 digits, 30 seconds). It counts once `confirmSecondFactor` has received a code. Another call replaces the secret. An account with passkeys also sends a code or the answer of one.',
  who: 'signed-in',
  forColleagues: 'themselves',
  withoutSecondFactor: true,
  hasSecret: true,
  input: BeginSecondFactor,
  reply: z.object({
    /** Base32, to be typed into an app. */
    secret: z.string(),
    /** The same as an address, to be shown as a QR code. */
    uri: z.string(),
  }),
  errors: [...PROOF_ERRORS, 'accounts.second_factor_on'],
});

const RecoveryCodes = z.array(z.string());

export const confirmSecondFactor = endpoint({
  method: 'PUT',
  path: '/users/my/second-factor',
  summary: 'Confirm a second factor',
  description:
    'Accepts a code of the app; from then on, every log-in asks for one. Ends the other sessions of the account. The recovery codes are shown once. The token is of the same session and replaces that of the call.',
  who: 'signed-in',
  forColleagues: 'themselves',
  withoutSecondFactor: true,
  hasSecret: true,
  perMinute: 30,
  input: ConfirmSecondFactor,
  reply: z.object({ recovery_codes: RecoveryCodes, token: z.string() }),
  errors: ['accounts.second_factor_off', 'accounts.second_factor_on', 'accounts.wrong_code'],
});

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/users/my/second-factor/off',
  summary: 'Turn my authenticator app off',
  description:
    'Needs the password, and a code or a passkey. Refused to staff without a passkey while the shop requires a second factor of them.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: TurnOffSecondFactor,
  reply: Done,
  errors: [...PROOF_ERRORS, 'accounts.second_factor_off', 'accounts.second_factor_required'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/my/second-factor/recovery-codes',
  summary: 'Make new recovery codes',
  description: 'Needs the password, and a code or a passkey. The earlier recovery codes stop working.',
  who: 'signed-in',
  forColleagues: 'themselves',
  hasSecret: true,
  input: RenewRecoveryCodes,
  reply: z.object({ recovery_codes: RecoveryCodes }),
  errors: [...PROOF_ERRORS, 'accounts.second_factor_off'],
});

export const getUserSecondFactor = endpoint({
  method: 'GET',
  path: '/users/:id/second-factor',
  summary: "Get a user's second factor",
  description: 'Since when an authenticator app is set up, null if none is, and how many passkeys there are.',
  who: 'users.change',
  input: z.object({ id: Id }),
  reply: z.object({
    since: Since,
    /** How many there are. */
    passkeys: z.int(),
  }),
});

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/:id/second-factor',
  summary: "Reset a user's second factor",
  description:
    'For a user who has lost phone and recovery codes: removes the second factor with all passkeys, ends the sessions and mails the user. Not for the own account.',
  who: 'users.change',
  needsFreshSignIn: true,
  input: z.object({ id: Id }),
  reply: Done,
  errors: ['accounts.own_account', 'accounts.second_factor_off'],
});
