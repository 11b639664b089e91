import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, listOf, requiredText } from '../../contract/fields.schemas.ts';
import { invalid } from '../../contract/texts.ts';
import { ConfirmedCount } from '../../contract/pages.schemas.ts';
import { UNREAD_KINDS } from './unread.list.ts';

/** An entry of the bell; it leaves the list once it is read. */
export const Notification = z.object({
  id: RecordId,
  /** HTML, sanitised when it was written. */
  message: z.string(),
  /** A path of the portal, or an https address. */
  url: z.nullable(z.string()),
  /** Null for a text of an administrator, or about something that is not a file. */
  kind: z.nullable(z.enum(UNREAD_KINDS)),
  /** The file whose page marks it as read. */
  file_id: z.nullable(RecordId),
  date: z.string(),
});
export type Notification = z.output<typeof Notification>;

export const markNotificationRead = {
  input: z.object({ userId: Id, notificationId: Id }),
  reply: Done,
};

export const markNotificationsRead = {
  input: z.object({ userId: Id }),
  reply: Done,
};

export const markFileRead = {
  input: z.object({
    fileId: Id,
    /** The newest notification that was seen; one that arrives meanwhile stays unread. */
    up_to: Id,
  }),
  reply: Done,
};

/** Where a user is notified of one kind, besides the list of notifications. */
export const NotificationChoice = z.object({
  kind: z.enum(UNREAD_KINDS),
  by_mail: z.boolean(),
  by_push: z.boolean(),
});
export type NotificationChoice = z.output<typeof NotificationChoice>;

export const listNotificationChoices = {
  input: Nothing,
  reply: listOf(NotificationChoice, UNREAD_KINDS.length),
};

export const updateNotificationChoice = {
  input: NotificationChoice,
  reply: NotificationChoice,
};

const NO_RECIPIENT = invalid('errors.messaging.choose_least_one_recipient');
const NO_MESSAGE = invalid('errors.fields.write_message');

/** HTML written by an administrator. */
export const NotificationText = requiredText(NO_MESSAGE, 20_000);

/** Notifies the customers of selected rows, as many of them as were confirmed. */
export const notifyOwnersOf = <const Selection extends Record<string, z.ZodMiniType>>(selection: Selection) => ({
  input: z.object({
    ...selection,
    /** Number of customers. */
    count: ConfirmedCount,
    message: NotificationText,
    /** Leaves out deleted users and notifies the others. */
    leave_out_deleted: z.optional(z.boolean()),
  }),
  reply: z.object({ ...Done.shape, left_out: z.optional(z.int()) }),
});

export const notifyUsers = {
  input: z.object({
    user_ids: z
      .array(Id, NO_RECIPIENT)
      .check(z.minLength(1, NO_RECIPIENT), z.maxLength(10_000, invalid('errors.messaging.most_10000_recipients'))),
    message: NotificationText,
    /** Leaves out deleted users and notifies the others. */
    leave_out_deleted: z.optional(z.boolean()),
  }),
  reply: z.object({
    ...Done.shape,
    /** How many were left out, when that was requested. */
    left_out: z.optional(z.int()),
  }),
};
