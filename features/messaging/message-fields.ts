import * as z from 'zod/mini';
import { Id, requiredText } from '../../contract/fields.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { invalid } from '../../contract/texts.ts';

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

const NO_MESSAGE = invalid('errors.fields.write_message');

/** HTML written by an administrator. */
export const NotificationText = requiredText(NO_MESSAGE, 20_000);

export const NotifyUsers = z.object({
  user_ids: z
    .array(Id, NO_RECIPIENT)
    .check(z.minLength(1, NO_RECIPIENT), z.maxLength(10_000, invalid('errors.messaging.most_10000_recipients'))),
  message: NotificationText,
  /** Leaves out deleted users and notifies the others. */
  leave_out_deleted: z.optional(z.boolean()),
});
