import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call } from '../../../../web/client/call.ts';
import { getDeviceName } from '../../../../web/client/device.ts';
import { t } from '../../../../web/languages/text.ts';
import * as contract from '../../passkeys.calls.ts';
import type { PasskeyAnswer } from '../../passkey-fields.ts';
import { enterPortal } from '../sign-in.api.ts';

// Loaded when a passkey is used, with the library (load-passkeys.ts).

interface Options {
  rpId?: string;
  rp?: { id?: string };
}

/** Runs a dialog of the browser; what goes wrong there is told in a sentence. */
async function inDialog<Result>(options: Options, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    const sentence = explain(error as { name?: string; code?: string }, options.rpId ?? options.rp?.id ?? '');
    throw Object.assign(new Error(sentence), { name: 'PasskeyProblem' });
  }
}

function explain({ name, code }: { name?: string; code?: string }, address: string): string {
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return t('accounts.passkeys.onDevice');
  const isElsewhere = code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError';
  if (isElsewhere) return t('accounts.passkeys.wrongAddress', { address });
  return name === 'NotAllowedError' || name === 'AbortError'
    ? t('accounts.passkeys.cancelled')
    : t('accounts.passkeys.unsupported');
}

const answer = async (options: object): Promise<PasskeyAnswer> =>
  inDialog(options, () => startAuthentication({ optionsJSON: options as never })) as Promise<PasskeyAnswer>;

/** Without a password. */
export async function signInWithPasskey(): Promise<boolean> {
  const { ticket, options } = await call(contract.beginPasskeySignIn, {});
  const passkey = await answer(options);
  return enterPortal(await call(contract.signInWithPasskey, { ticket, passkey, device: getDeviceName() }));
}

/** After the right password. */
export async function answerSecondStep(ticket: string): Promise<PasskeyAnswer> {
  const { options } = await call(contract.askForSecondStepPasskey, { ticket });
  return answer(options);
}

/** In place of a code, in an open session. */
export async function answerWithMyPasskey(): Promise<PasskeyAnswer> {
  const { options } = await call(contract.askForMyPasskey, {});
  return answer(options);
}

export async function makePasskey(proof: { current_password: string; code?: string; passkey?: PasskeyAnswer }) {
  const { options } = await call(contract.beginPasskey, proof);
  const made = await inDialog(options, () => startRegistration({ optionsJSON: options as never }));
  return call(contract.addPasskey, { new_passkey: made });
}
