import { createECDH, randomBytes, randomUUID } from 'node:crypto';

/** Builds what a browser sends when it subscribes; the private half of its key stays in the browser. */
export function somePushSubscription() {
  const browser = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}
