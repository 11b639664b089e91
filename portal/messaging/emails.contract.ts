import { LONG_WORK_SECONDS, endpoint } from '../endpoint.ts';
import type * as schemas from './emails.schemas.ts';

export type * from './emails.schemas.ts';

export const MOST_ADDRESSES = 100_000;

/** Addresses of everybody who has an account. */
export const listAddresses = endpoint<typeof schemas.listAddresses>()({
  method: 'GET',
  path: '/emails',
  who: 'admin',
});

/** Answers when every mail was tried once; what takes longer than two minutes goes on behind the answer. */
export const sendEmails = endpoint<typeof schemas.sendEmails>()({
  method: 'POST',
  path: '/emails/send',
  who: 'admin',
  longestBodyKb: 1024,
  longestSeconds: LONG_WORK_SECONDS,
});

/** Answers at once; the mails are sent by a job that goes on after a restart. */
export const sendEmailsAsync = endpoint<typeof schemas.sendEmailsAsync>()({
  method: 'POST',
  path: '/emails/send/async',
  who: 'admin',
  longestBodyKb: 1024,
});

/** The newest twenty. */
export const listMailings = endpoint<typeof schemas.listMailings>()({
  method: 'GET',
  path: '/emails/mailings',
  who: 'admin',
});

export const getMailing = endpoint<typeof schemas.getMailing>()({
  method: 'GET',
  path: '/emails/mailings/:id',
  who: 'admin',
});
