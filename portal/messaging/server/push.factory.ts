import { createECDH, randomBytes, randomUUID } from 'node:crypto';

/** What a browser sends when it subscribes; its private half stays there. */
export function somePushSubscription() {
  const browser = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}
