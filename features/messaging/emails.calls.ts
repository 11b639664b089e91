import * as z from 'zod/mini';
import { LONG_WORK_SECONDS, endpoint } from '../../contract/endpoint.ts';
import { Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { EmailFields } from './message-fields.ts';

export const MAX_ADDRESSES = 100_000;

export const listAddresses = endpoint({
  method: 'GET',
  path: '/emails',
  summary: 'List e-mail addresses',
  description: 'The addresses of all accounts, for choosing recipients.',
  who: 'mailings.send',
  input: Nothing,
  reply: boundedList(z.string(), MAX_ADDRESSES),
});

/** A user as a recipient of an e-mail. */
export const MailRecipient = z.object({
  email: z.string(),
  /** DEACTIVE: cannot log in. */
  status: z.enum(['ACTIVE', 'DEACTIVE']),
  /** False until the address is confirmed: until then only the confirmation is sent there. */
  verified: z.boolean(),
});
export type MailRecipient = z.output<typeof MailRecipient>;

export const listMailRecipients = endpoint({
  method: 'GET',
  path: '/emails/recipients',
  summary: 'List users as recipients of e-mails',
  description: 'All accounts with what decides whether an e-mail reaches them: status and confirmation of the address.',
  who: 'mailings.send',
  input: Nothing,
  reply: boundedList(MailRecipient, MAX_ADDRESSES),
});

/** How far one mail of a mailing got. */
export const Delivery = z.object({
  recipient: z.string(),
  /** saved: stored as a file, because no mail server was set, and not sent; refused: it is not tried again. */
  status: z.enum(['waiting', 'sent', 'saved', 'refused']),
  /** The mail server's own words, or why it could not be asked. */
  reply: z.nullable(z.string()),
});
export type Delivery = z.output<typeof Delivery>;

/** One text sent to many users. */
export const Mailing = z.object({
  id: RecordId,
  subject: z.string(),
  /** Username of the sender. */
  username: z.string(),
  /** Null once the account is deleted. */
  user_id: z.nullable(RecordId),
  created_at: z.string(),
  total: z.int(),
  /** Taken by the mail server. */
  sent: z.int(),
  /** Only saved as files, because no mail server was set. */
  saved: z.int(),
  refused: z.int(),
  waiting: z.int(),
});
export type Mailing = z.output<typeof Mailing>;

const MailingReport = z.object({
  /** True when no mail server is set: then mails stay here, and are not delivered. */
  stays_here: z.boolean(),
  mailing: Mailing,
  deliveries: z.array(Delivery),
});
export type MailingReport = z.output<typeof MailingReport>;

export const sendEmails = endpoint({
  method: 'POST',
  path: '/emails/send',
  summary: 'Send an e-mail to users',
  description:
    'Responds once delivery of every mail was attempted; anything that takes longer than two minutes continues after the response.',
  who: 'mailings.send',
  maxBodyKb: 1024,
  timeoutSeconds: LONG_WORK_SECONDS,
  input: EmailFields,
  reply: z.object({ message: z.string(), ...MailingReport.shape }),
  errors: ['messaging.empty_body', 'messaging.unknown_address'],
});

export const sendEmailsAsync = endpoint({
  method: 'POST',
  path: '/emails/send/async',
  summary: 'Send an e-mail to users later',
  description: 'Responds immediately. A job sends the mails and continues after a restart.',
  who: 'mailings.send',
  maxBodyKb: 1024,
  input: EmailFields,
  reply: z.object({
    message: z.string(),
    mailing_id: RecordId,
    /** True when no mail server is set: then the mails are saved here and not sent. */
    stays_here: z.boolean(),
  }),
  errors: ['messaging.empty_body', 'messaging.unknown_address'],
});

export const listMailings = endpoint({
  method: 'GET',
  path: '/emails/mailings',
  summary: 'List mailings',
  description: 'The newest twenty mailings.',
  who: 'mailings.send',
  automatic: true,
  input: Nothing,
  reply: boundedList(Mailing),
});

export const getMailing = endpoint({
  method: 'GET',
  path: '/emails/mailings/:id',
  summary: 'Get a mailing',
  description: 'The delivery state of each of its mails.',
  who: 'mailings.send',
  automatic: true,
  input: z.object({ id: Id }),
  reply: MailingReport,
});

/**
 * The style element of the preview of a mail (web/admin-mail-preview.tsx). The server allows exactly this text in the
 * content security policy, by its hash.
 */
export const MAIL_PREVIEW_STYLE =
  'body{margin:0;padding:16px;background:#f4f6f8;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#14181d}' +
  'main{background:#fff;border-radius:12px;max-width:504px;margin:auto;padding:28px;overflow-wrap:anywhere}';
