import * as z from 'zod/mini';
import { Id, Nothing, RecordId, listOf, requiredText } from '../../contract/fields.schemas.ts';
import { MOST_ADDRESSES } from './emails.list.ts';
import { invalid } from '../../contract/texts.ts';
import { visibleText } from '../../contract/visible-text.ts';

export const listAddresses = {
  input: Nothing,
  reply: listOf(z.string(), MOST_ADDRESSES),
};

/** A user as a recipient of an e-mail. */
export const MailRecipient = z.object({
  email: z.string(),
  /** DEACTIVE: cannot log in. */
  status: z.enum(['ACTIVE', 'DEACTIVE']),
  /** False until the address is confirmed: until then only the confirmation is sent there. */
  verified: z.boolean(),
});
export type MailRecipient = z.output<typeof MailRecipient>;

export const listMailRecipients = {
  input: Nothing,
  reply: listOf(MailRecipient, MOST_ADDRESSES),
};

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

const NO_SUBJECT = invalid('errors.messaging.enter_subject');
const NO_BODY = invalid('errors.fields.write_message');
const NO_RECIPIENT = invalid('errors.messaging.choose_least_one_recipient');

export const EmailFields = z.object({
  subject: z
    .string(NO_SUBJECT)
    .check(
      z.regex(/^[^\r\n]*$/, invalid('errors.messaging.subject_must_one_line')),
      z.overwrite(visibleText),
      z.minLength(1, NO_SUBJECT),
      z.maxLength(200, invalid('errors.fields.most_count_characters', { count: 200 })),
    ),
  /** HTML; it is sanitised. */
  body: requiredText(NO_BODY, 100_000),
  /** Users only: the portal writes to no other address. */
  recipients: z
    .array(z.string().check(z.trim(), z.maxLength(320)), NO_RECIPIENT)
    .check(z.minLength(1, NO_RECIPIENT), z.maxLength(10_000, invalid('errors.messaging.most_10000_recipients'))),
});
export type EmailFields = z.output<typeof EmailFields>;

export const sendEmails = {
  input: EmailFields,
  reply: z.object({ message: z.string(), ...MailingReport.shape }),
};

export const sendEmailsAsync = {
  input: EmailFields,
  reply: z.object({
    message: z.string(),
    mailing_id: RecordId,
    /** True when no mail server is set: then the mails are saved here and not sent. */
    stays_here: z.boolean(),
  }),
};

export const listMailings = {
  input: Nothing,
  reply: listOf(Mailing),
};

export const getMailing = {
  input: z.object({ id: Id }),
  reply: MailingReport,
};
