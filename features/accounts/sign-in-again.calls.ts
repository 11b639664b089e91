import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done } from '../../contract/fields.ts';
import { PasskeyAnswer } from './passkey-fields.ts';
import { PROOF_ERRORS } from './second-factor.calls.ts';
import { SignInAgain } from './second-factor-fields.ts';

export const signInAgain = endpoint({
  method: 'POST',
  path: '/users/my/sign-in',
  summary: 'Show again who I am',
  description:
    'For calls that are refused with `session.sign_in_again`: they are possible in this session for the next 15 minutes. Needs the password; with a second factor, a code or a passkey as well.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: SignInAgain,
  reply: Done,
  errors: PROOF_ERRORS,
});

export const signInAgainWithPasskey = endpoint({
  method: 'POST',
  path: '/users/my/sign-in/passkey',
  summary: 'Show again who I am, with a passkey',
  description:
    'The same with the answer of a passkey alone to the challenge of `askForMyPasskey`, as at the log-in without a password.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: z.object({ passkey: PasskeyAnswer }),
  reply: Done,
  errors: ['accounts.wrong_passkey', 'http.too_many'],
});
