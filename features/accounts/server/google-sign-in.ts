import type { Deps } from '../../../server/http/call.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type * as contract from '../google.calls.ts';
import { GOOGLE, isAuthoritative, notConfirmed, readGoogleToken } from './google-token.ts';
import { signInAs } from './identity-sign-in.ts';
import type { FromPage } from './sign-in-log.ts';

/** The address of a new account counts as confirmed where Google issues or hosts it. */
export async function signInWithGoogle(
  deps: Deps,
  { client, device, language, token, ...input }: InputOf<typeof contract.signInWithGoogle> & FromPage,
): Promise<ReplyOf<typeof contract.signInWithGoogle>> {
  const google = await readGoogleToken(deps, input);
  const ownsMailbox = isAuthoritative(deps.config, google);
  const isConfirmed = google.hd !== undefined || ownsMailbox;
  const identity = { ...google, name: google.name, issuer: GOOGLE, ownsMailbox, isConfirmed };
  return signInAs(deps, identity, { client, device, language, token }, () =>
    notConfirmed({ reason: 'GOOGLE_TOKEN_USED', account: google.email }),
  );
}
