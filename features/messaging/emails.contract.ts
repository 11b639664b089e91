import { LONG_WORK_SECONDS, endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './emails.schemas.ts';

export type * from './emails.schemas.ts';

export const listAddresses = endpoint<typeof schemas.listAddresses>()({
  method: 'GET',
  path: '/emails',
  summary: 'List e-mail addresses',
  description: 'The addresses of all accounts, for choosing recipients.',
  who: 'mailings.send',
});

export const listMailRecipients = endpoint<typeof schemas.listMailRecipients>()({
  method: 'GET',
  path: '/emails/recipients',
  summary: 'List users as recipients of e-mails',
  description: 'All accounts with what decides whether an e-mail reaches them: status and confirmation of the address.',
  who: 'mailings.send',
});

export const sendEmails = endpoint<typeof schemas.sendEmails>()({
  method: 'POST',
  path: '/emails/send',
  summary: 'Send an e-mail to users',
  description:
    'Responds once delivery of every mail was attempted; anything that takes longer than two minutes continues after the response.',
  who: 'mailings.send',
  longestBodyKb: 1024,
  longestSeconds: LONG_WORK_SECONDS,
  errors: ['messaging.empty_body', 'messaging.unknown_address'],
});

export const sendEmailsAsync = endpoint<typeof schemas.sendEmailsAsync>()({
  method: 'POST',
  path: '/emails/send/async',
  summary: 'Send an e-mail to users later',
  description: 'Responds immediately. A job sends the mails and continues after a restart.',
  who: 'mailings.send',
  longestBodyKb: 1024,
  errors: ['messaging.empty_body', 'messaging.unknown_address'],
});

export const listMailings = endpoint<typeof schemas.listMailings>()({
  method: 'GET',
  path: '/emails/mailings',
  summary: 'List mailings',
  description: 'The newest twenty mailings.',
  who: 'mailings.send',
});

export const getMailing = endpoint<typeof schemas.getMailing>()({
  method: 'GET',
  path: '/emails/mailings/:id',
  summary: 'Get a mailing',
  description: 'The delivery state of each of its mails.',
  who: 'mailings.send',
});
