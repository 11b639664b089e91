import type { ReceivedMessage, Verdict } from '../provider.ts';

/** What PayPal's API needs to verify a webhook. */
export interface WebhookAccess {
  id: string;
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** PayPal responds within a second or two, or not at all. */
const TIMEOUT_MS = 30_000;

const PREFIX = Buffer.from('cmd=_notify-validate&');

/** Sends back the very bytes that came: the same fields in another spelling would not be recognised. */
export async function verifyIpn(url: string, body: Buffer, timeoutMs = TIMEOUT_MS): Promise<Verdict> {
  const response = await ask(url, timeoutMs, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new Uint8Array(Buffer.concat([PREFIX, body])),
  });
  if (response === 'VERIFIED' || response === 'INVALID') return response;
  throw new Error(`the provider answered "${response.slice(0, 60)}" instead of VERIFIED or INVALID`);
}

export async function verifyWebhook(
  webhook: WebhookAccess | null,
  { body, headers }: ReceivedMessage,
  timeoutMs = TIMEOUT_MS,
): Promise<Verdict> {
  if (webhook === null) throw new Error('PAYPAL_WEBHOOK_ID is not set any more');
  const text = body.toString('utf8');
  // Text that is not JSON by itself could end the event early and supply the rest of the question itself.
  if (!isJsonObject(text)) return 'INVALID';
  const token = await fetchToken(webhook, timeoutMs);
  const question = {
    auth_algo: headers['paypal-auth-algo'] ?? '',
    cert_url: headers['paypal-cert-url'] ?? '',
    transmission_id: headers['paypal-transmission-id'] ?? '',
    transmission_sig: headers['paypal-transmission-sig'] ?? '',
    transmission_time: headers['paypal-transmission-time'] ?? '',
    webhook_id: webhook.id,
  };
  const response = await ask(`${webhook.apiUrl}/v1/notifications/verify-webhook-signature`, timeoutMs, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: `${JSON.stringify(question).slice(0, -1)},"webhook_event":${text}}`,
  });
  const status = statusIn(response);
  if (status === 'SUCCESS') return 'VERIFIED';
  if (status === 'FAILURE') return 'INVALID';
  throw new Error(`the provider answered "${response.slice(0, 60)}" instead of SUCCESS or FAILURE`);
}

async function fetchToken({ apiUrl, clientId, clientSecret }: WebhookAccess, timeoutMs: number): Promise<string> {
  const response = await ask(`${apiUrl}/v1/oauth2/token`, timeoutMs, {
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

/** Larger than any response; a longer one is not read to its end. */
const MAX_REPLY_BYTES = 16 * 1024;

async function ask(
  url: string,
  timeoutMs: number,
  { headers, body }: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'user-agent': 'Tunedesk-payments' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
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
