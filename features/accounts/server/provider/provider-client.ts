import type { Configuration } from 'openid-client';
import type { Deps } from '../../../../server/http/call.ts';
import { unavailable } from '../../../../server/http/replies.ts';
import type { ProviderAccess } from '../../../shop/server/stored-settings.ts';
import { openFetch } from '../../../webhooks/server/open-fetch.ts';
import { providerNotConfigured } from '../../accounts.errors.ts';
import { decryptClientSecret } from './client-secret.ts';

type ClientDeps = Pick<Deps, 'config' | 'clock' | 'log' | 'sessionSecret'>;

/** Loaded when somebody signs in with a provider. */
export const loadLibrary = () => import('openid-client');

const TIMEOUT_SECONDS = 10;
/** The provider's own description of itself is read again after this time. */
const KNOWN_FOR_MS = 60 * 60_000;

let known: { of: string; since: number; client: Promise<Configuration> } | undefined;

/** Returns the portal as a client of the provider that is configured now. */
export async function openClient(deps: ClientDeps): Promise<Configuration> {
  const { provider } = deps.config;
  if (provider === null || provider === undefined) throw providerNotConfigured();
  const of = JSON.stringify(provider);
  if (known?.of !== of || Date.now() - known.since > KNOWN_FOR_MS) {
    known = { of, since: Date.now(), client: connect(deps, provider) };
  }
  try {
    return await known.client;
  } catch (error) {
    known = undefined;
    deps.log.warn({ err: error }, 'the identity provider cannot be read');
    throw unavailable();
  }
}

async function connect(deps: ClientDeps, { issuer, clientId, clientSecret }: ProviderAccess): Promise<Configuration> {
  const library = await loadLibrary();
  const send = openFetch({ networks: deps.config.webhookNetworks });
  const url = new URL(issuer);
  // Without encryption only where the operator has named the network: anything else is refused by `send`.
  const allow = url.protocol === 'http:' ? [library.allowInsecureRequests] : [];
  const found = await library.discovery(url, clientId, undefined, library.None(), {
    [library.customFetch]: send,
    execute: allow,
    timeout: TIMEOUT_SECONDS,
  });
  const server = found.serverMetadata();
  // OpenID Connect Discovery 1.0: without a statement, it is this one.
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const secret = await decryptClientSecret(deps, clientSecret);
  const identify = methods.includes('client_secret_basic')
    ? library.ClientSecretBasic(secret)
    : library.ClientSecretPost(secret);
  const skew = Math.round((deps.clock.now().getTime() - Date.now()) / 1000);
  const client = new library.Configuration(server, clientId, { [library.clockSkew]: skew }, identify);
  client[library.customFetch] = send;
  client.timeout = TIMEOUT_SECONDS;
  for (const apply of [...allow, library.enableNonRepudiationChecks]) apply(client);
  return client;
}
