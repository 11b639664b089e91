import { startTestApp } from '../../../server/testing/app.ts';
import { googleIssuer } from '../../../server/testing/google-issuer.ts';
import { beginGoogleSignIn, signInWithGoogle } from '../google.calls.ts';

export type GoogleApp = Awaited<ReturnType<typeof startGoogleApp>>;

/** Starts a portal whose users Google can confirm. */
export async function startGoogleApp() {
  const issuer = await googleIssuer();
  const app = await startTestApp({ google: issuer.config, publicUrl: 'https://portal.example' });
  const begin = async () => (await app.call(beginGoogleSignIn, {})).body as { nonce: string; proof: string };

  /** Signs in the way the browser does: with a nonce from the server, which Google puts into the token. */
  async function signIn(claims: Record<string, unknown>) {
    const { nonce, proof } = await begin();
    return app.call(signInWithGoogle, { idToken: await issuer.sign({ nonce, ...claims }), proof });
  }
  return { app, issuer, begin, signIn };
}
