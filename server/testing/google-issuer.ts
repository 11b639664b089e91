import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

const CLIENT_ID = 'tunedesk-tests.apps.example.com';

export type GoogleIssuer = Awaited<ReturnType<typeof start>>;

let started: Promise<GoogleIssuer> | undefined;

/** Stands in for Google: serves its keys over HTTP and signs what a test passes to it. One for the whole program. */
export const googleIssuer = (): Promise<GoogleIssuer> => (started ??= start());

async function start() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // No test has to stop it: it does not prevent the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo;

  return {
    config: { clientId: CLIENT_ID, jwksUrl: `http://127.0.0.1:${port}/certs`, hostedDomains: ['garage.example'] },
    publicKey,
    claims,
    /** Signs a token as Google does, except for the test's changes. */
    sign: (changes: Record<string, unknown> = {}, key = privateKey, header: Record<string, string> = {}) =>
      new SignJWT(claims(changes)).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key),
  };
}

function claims(changes: Record<string, unknown>): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: 'https://accounts.google.com',
    aud: CLIENT_ID,
    sub: '108204268033311374519',
    email: 'ana@example.com',
    email_verified: true,
    name: 'Ana Petrova',
    iat: now,
    exp: now + 3600,
    ...changes,
  };
}
