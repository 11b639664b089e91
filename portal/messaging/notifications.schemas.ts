import * as z from 'zod/mini';
import { Done, Id, RecordId } from '../fields.schemas.ts';
import { invalid } from '../texts.ts';
import { ConfirmedCount } from '../pages.schemas.ts';

/** What the bell shows; gone from the list once it is read. */
export const Notification = z.object({
  id: RecordId,
  /** HTML, sanitised when it was written. */
  message: z.string(),
  /** A path of the portal, or an https address. */
  url: z.nullable(z.string()),
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

const NO_RECIPIENT = invalid('errors.messaging.choose_least_one_recipient');
const NO_MESSAGE = invalid('errors.fields.write_message');

/** HTML, as an administrator writes it. */
export const NotificationText = z
  .string(NO_MESSAGE)
  .check(
    z.trim(),
    z.minLength(1, NO_MESSAGE),
    z.maxLength(20_000, invalid('errors.fields.most_count_characters', { count: 20000 })),
  );

/** To the customers of selected rows, so many of them as were confirmed. */
export const notifyOwnersOf = <const Selection extends Record<string, z.ZodMiniType>>(selection: Selection) => ({
  input: z.object({
    ...selection,
    /** Of customers. */
    count: ConfirmedCount,
    message: NotificationText,
    /** Notify the others then. */
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
    /** Update the others then. */
    leave_out_deleted: z.optional(z.boolean()),
  }),
  reply: z.object({
    ...Done.shape,
    /** How many were left out, where that was asked for. */
    left_out: z.optional(z.int()),
  }),
};
