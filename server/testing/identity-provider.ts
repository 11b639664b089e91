import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

export const CLIENT = { id: 'tunedesk', secret: 'a secret of the client: +/%' };

type Claims = Record<string, unknown>;

/** What a test changes of what an honest provider does. */
export interface Forgery {
  claims?: Claims;
  /** Of another key, under the name of the known one. */
  isForged?: boolean;
  /** What it tells apart from the token, which then has the subject alone. */
  userInfo?: Claims;
}

interface Grant extends Forgery {
  challenge: string;
  redirectUri: string;
  claims: Claims;
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

let started: Promise<IdentityProvider> | undefined;

/** One for the whole program, which portals are told of by their configuration. */
export const identityProvider = (): Promise<IdentityProvider> => (started ??= startIdentityProvider());

/** A small OpenID Connect provider on this machine, and the person who logs in there. */
export async function startIdentityProvider() {
  const [{ publicKey, privateKey }, forged] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const grants = new Map<string, Grant>();
  /** By access token. */
  const told = new Map<string, Claims>();

  const sign = ({ claims, isForged }: Pick<Grant, 'claims' | 'isForged'>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(isForged === true ? forged.privateKey : privateKey);

  async function exchange(request: IncomingMessage): Promise<[status: number, body: object]> {
    const form = new URLSearchParams(await text(request));
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const [id, secret] = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    if (id !== CLIENT.id || secret !== CLIENT.secret) return [401, { error: 'invalid_client' }];
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    if (grant === undefined || !isRight) return [400, { error: 'invalid_grant' }];
    const access_token = randomUUID();
    if (grant.userInfo) told.set(access_token, grant.userInfo);
    return [200, { access_token, token_type: 'bearer', id_token: await sign(grant) }];
  }

  const server = createServer((request, response) => {
    const reply = ([status, body]: [number, object]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/token') void exchange(request).then(reply);
    else if (request.url === '/certs') reply([200, { keys }]);
    else if (request.url === '/userinfo') reply([200, told.get(request.headers.authorization?.slice(7) ?? '') ?? {}]);
    else reply([200, describe()]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It does not prevent the process from ending.
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const describe = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });

  return {
    issuer,
    settings: {
      provider_name: 'Log in with Vardar',
      provider_issuer: issuer,
      provider_client_id: CLIENT.id,
      provider_client_secret: CLIENT.secret,
    },
    /** Logs in at the address to which the portal sent the browser; returns what is added to the address back. */
    authorize(address: string, { claims = {}, ...forgery }: Forgery = {}): string {
      const asked = new URL(address).searchParams;
      const now = Math.floor(Date.now() / 1000);
      const code = randomUUID();
      const usual = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: asked.get('nonce') };
      grants.set(code, {
        ...forgery,
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        claims: { ...usual, ...(forgery.userInfo ? { sub: claims['sub'] } : { email_verified: true, ...claims }) },
      });
      return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    },
    stop: () => server.close(),
  };
}
