import { refusal, refusalWith } from '../refusal.ts';

export const unknownRecipients = refusalWith<{ who: string }>(
  'messaging.unknown_recipient',
  ({ who }) => `No notification was sent. These accounts no longer exist: ${who}.`,
  'user_ids',
);
export const unknownPushService = refusal(
  'messaging.unknown_push_service',
  'Notifications of this browser are not supported here.',
);
export const emptyMessage = refusal('messaging.empty_message', 'Please write a message.', 'message');
export const unknownAddress = refusal(
  'messaging.unknown_address',
  'One of the recipients no longer has an account. Please choose again.',
  'recipients',
);
export const emptyBody = refusal('messaging.empty_body', 'Please write a message.', 'body');
