import { refusal } from '../refusal.ts';

export const unknownRecipient = refusal(
  'messaging.unknown_recipient',
  'One of the recipients is no user any more. Please choose again.',
  'user_ids',
);
export const unknownPushService = refusal(
  'messaging.unknown_push_service',
  'Notifications of this browser are not supported here.',
);
export const emptyMessage = refusal('messaging.empty_message', 'Please write a message.', 'message');
export const unknownAddress = refusal(
  'messaging.unknown_address',
  'One of the recipients is no user any more. Please choose again.',
  'recipients',
);
export const emptyBody = refusal('messaging.empty_body', 'Please write a message.', 'body');
