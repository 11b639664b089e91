import type { PaypalConfig } from '../../../server/paypal-config.ts';

export type Verdict = 'VERIFIED' | 'INVALID';

export interface ToVerify {
  kind: 'IPN' | 'WEBHOOK';
  body: Buffer;
  headers: Record<string, string>;
}

/** Asks the provider whether a message is its own. Throws when it does not say so clearly: then it is asked again. */
export type Verify = (message: ToVerify) => Promise<Verdict>;

/** PayPal answers within a second or two, or not at all. */
const PATIENCE_MS = 30_000;

const PREFIX = Buffer.from('cmd=_notify-validate&');

/** How the provider of this portal is asked; the sandbox at `ownUrl`, where this program listens. */
export function openVerification(paypal: PaypalConfig, ownUrl: string, patienceMs = PATIENCE_MS): Verify {
  const verifyUrl = paypal.verifyUrl ?? `${ownUrl}/api/sandbox/verify`;
  return (message) =>
    message.kind === 'IPN'
      ? verifyIpn(verifyUrl, message.body, patienceMs)
      : verifyWebhook(paypal.webhook, message, patienceMs);
}

/** Back go the very bytes that came: written anew, the same fields in another spelling would not be known. */
async function verifyIpn(url: string, body: Buffer, patienceMs: number): Promise<Verdict> {
  const response = await ask(url, patienceMs, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new Uint8Array(Buffer.concat([PREFIX, body])),
  });
  if (response === 'VERIFIED' || response === 'INVALID') return response;
  throw new Error(`the provider answered "${response.slice(0, 60)}" instead of VERIFIED or INVALID`);
}

async function verifyWebhook(
  webhook: PaypalConfig['webhook'],
  { body, headers }: ToVerify,
  patienceMs: number,
): Promise<Verdict> {
  if (webhook === null) throw new Error('PAYPAL_WEBHOOK_ID is not set any more');
  const text = body.toString('utf8');
  // What is no JSON on its own could end the event early and say the rest of the question itself.
  if (!isJsonObject(text)) return 'INVALID';
  const token = await fetchToken(webhook, patienceMs);
  const question = {
    auth_algo: headers['paypal-auth-algo'] ?? '',
    cert_url: headers['paypal-cert-url'] ?? '',
    transmission_id: headers['paypal-transmission-id'] ?? '',
    transmission_sig: headers['paypal-transmission-sig'] ?? '',
    transmission_time: headers['paypal-transmission-time'] ?? '',
    webhook_id: webhook.id,
  };
  const response = await ask(`${webhook.apiUrl}/v1/notifications/verify-webhook-signature`, patienceMs, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: `${JSON.stringify(question).slice(0, -1)},"webhook_event":${text}}`,
  });
  const status = statusIn(response);
  if (status === 'SUCCESS') return 'VERIFIED';
  if (status === 'FAILURE') return 'INVALID';
  throw new Error(`the provider answered "${response.slice(0, 60)}" instead of SUCCESS or FAILURE`);
}

async function fetchToken(
  { apiUrl, clientId, clientSecret }: NonNullable<PaypalConfig['webhook']>,
  patienceMs: number,
): Promise<string> {
  const response = await ask(`${apiUrl}/v1/oauth2/token`, patienceMs, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = JSON.parse(response) as { access_token?: unknown };
  if (typeof token !== 'string') throw new Error('the provider gave no access');
  return token;
}

/** More than any answer has; whoever sends more is not read to the end. */
const MAX_REPLY_BYTES = 16 * 1024;

async function ask(
  url: string,
  patienceMs: number,
  { headers, body }: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'user-agent': 'Tunedesk-payments' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > MAX_REPLY_BYTES) throw new Error('the provider answered at too great a length');
  }
  if (!response.ok) throw new Error(`the provider answered with status ${response.status}`);
  return text.trim();
}

function isJsonObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

function statusIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { verification_status?: unknown }).verification_status;
  } catch {
    return undefined;
  }
}
