import * as z from 'zod/mini';
import { Id, Nothing, RecordId, listOf } from '../fields.schemas.ts';
import { MOST_ADDRESSES } from './emails.list.ts';

export const listAddresses = {
  input: Nothing,
  reply: listOf(z.string(), MOST_ADDRESSES),
};

/** How far one of a mailing's mails came. */
export const Delivery = z.object({
  recipient: z.string(),
  /** refused: it is not tried again. */
  status: z.enum(['waiting', 'sent', 'refused']),
  /** The mail server's own words; or why it could not be asked. */
  reply: z.nullable(z.string()),
});
export type Delivery = z.output<typeof Delivery>;

/** One text to many users. */
export const Mailing = z.object({
  id: RecordId,
  subject: z.string(),
  /** Who sent it. */
  username: z.string(),
  /** Null once the account is deleted. */
  user_id: z.nullable(RecordId),
  created_at: z.string(),
  total: z.int(),
  sent: z.int(),
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

const NO_SUBJECT = 'Please enter a subject.';
const NO_BODY = 'Please write a message.';
const NO_RECIPIENT = 'Please choose at least one recipient.';

export const EmailFields = z.object({
  subject: z
    .string(NO_SUBJECT)
    .check(
      z.regex(/^[^\r\n]*$/, 'The subject must be one line.'),
      z.trim(),
      z.minLength(1, NO_SUBJECT),
      z.maxLength(200, 'At most 200 characters.'),
    ),
  /** HTML; it is sanitised. */
  body: z.string(NO_BODY).check(z.trim(), z.minLength(1, NO_BODY), z.maxLength(100_000, 'At most 100000 characters.')),
  /** Only users: the portal writes to no other address. */
  recipients: z
    .array(z.string().check(z.trim(), z.maxLength(320)), NO_RECIPIENT)
    .check(z.minLength(1, NO_RECIPIENT), z.maxLength(10_000, 'At most 10000 recipients.')),
});
export type EmailFields = z.output<typeof EmailFields>;

export const sendEmails = {
  input: EmailFields,
  reply: z.object({ message: z.string(), ...MailingReport.shape }),
};

export const sendEmailsAsync = {
  input: EmailFields,
  reply: z.object({ message: z.string(), mailing_id: RecordId }),
};

export const listMailings = {
  input: Nothing,
  reply: listOf(Mailing),
};

export const getMailing = {
  input: z.object({ id: Id }),
  reply: MailingReport,
};
