import { createECDH, randomBytes, randomUUID } from 'node:crypto';

/** What a browser answers when it subscribes; nobody else has its private half. */
export function somePushSubscription() {
  const browser = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}
