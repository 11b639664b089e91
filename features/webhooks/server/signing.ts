import { createHmac, hkdfSync } from 'node:crypto';

declare module '../../../server/http/call.ts' {
  interface Deps {
    /** The keys of all webhooks are derived from it. */
    webhookSecret: string;
  }
}

const KEY_BYTES = 32;
/** The prefix by which programs know a key of this form. */
const PREFIX = 'whsec_';

/** Returns the signing key with this name, in the form of Standard Webhooks. */
export function deriveKey(secret: string, keyName: string): string {
  const bytes = hkdfSync('sha256', secret, '', `tunedesk webhook ${keyName}`, KEY_BYTES);
  return `${PREFIX}${Buffer.from(bytes).toString('base64')}`;
}

interface Message {
  id: string;
  /** Of the attempt, in seconds: a receiver refuses what is older than a few minutes. */
  timestamp: number;
  body: string;
}

/** Composes the headers of Standard Webhooks: one signature for each key. */
export function signMessage(keys: readonly string[], { id, timestamp, body }: Message): Record<string, string> {
  const signatures = keys.map((key) => {
    const bytes = Buffer.from(key.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
