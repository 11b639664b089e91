import { refusal, refusalWith } from '../../contract/refusal.ts';

export const unknownRecipients = refusalWith<{ who: string }>('errors.messaging.unknown_recipient', 'user_ids');
export const unknownPushService = refusal('errors.messaging.unknown_push_service');
export const emptyMessage = refusal('errors.messaging.empty_message', 'message');
export const unknownAddress = refusal('errors.messaging.unknown_address', 'recipients');
export const emptyBody = refusal('errors.messaging.empty_body', 'body');
