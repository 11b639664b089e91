import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { ConfirmedCount } from '../../contract/pages.ts';
import { NotificationText, NotifyUsers } from './message-fields.ts';

/** What users are notified of; the checks of the tables list the same names. */
export const CUSTOMER_KINDS = ['REPLY', 'PRICE', 'STATUS', 'READY'] as const;

export const STAFF_KINDS = ['CUSTOMER_MESSAGE', 'NEW_FILE', 'CHANGE_REQUEST'] as const;

export const UNREAD_KINDS = [...CUSTOMER_KINDS, ...STAFF_KINDS] as const;
export type UnreadKind = (typeof UNREAD_KINDS)[number];

/** Kinds shown at a ticket; every kind is shown at its file. */
export const TICKET_KINDS: readonly UnreadKind[] = ['REPLY', 'CUSTOMER_MESSAGE'];

/** Errors of every call that sends notifications to users of the caller's choice. */
export const NOTIFYING_ERRORS = ['messaging.empty_message', 'messaging.unknown_recipient'] as const;

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

export const markNotificationRead = endpoint({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read/:notificationId',
  summary: 'Mark a notification as read',
  description: 'Marks one notification of the caller as read.',
  who: 'signed-in',
  forTokens: true,
  input: z.object({ userId: Id, notificationId: Id }),
  reply: Done,
});

export const markNotificationsRead = endpoint({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read',
  summary: 'Mark all notifications as read',
  description: 'Marks every unread notification of the caller as read, or those between the two that are given.',
  who: 'signed-in',
  forTokens: true,
  input: z.object({
    userId: Id,
    /** The oldest and the newest notification that was seen: others, which were not, stay unread. */
    from: z.optional(Id),
    up_to: z.optional(Id),
  }),
  reply: Done,
});

export const markFileRead = endpoint({
  method: 'PUT',
  path: '/notifications/files/:fileId/mark-read',
  summary: 'Mark everything about a file as read',
  description:
    "Marks the caller's notifications about a file and its ticket as read. The file page does this when it is shown.",
  who: 'signed-in',
  forTokens: true,
  input: z.object({
    fileId: Id,
    /** The newest notification that was seen; one that arrives meanwhile stays unread. */
    up_to: Id,
  }),
  reply: Done,
});

/** Where a user is notified of one kind, besides the list of notifications. */
export const NotificationChoice = z.object({
  kind: z.enum(UNREAD_KINDS),
  by_mail: z.boolean(),
  by_push: z.boolean(),
});
export type NotificationChoice = z.output<typeof NotificationChoice>;

export const listNotificationChoices = endpoint({
  method: 'GET',
  path: '/notifications/choices',
  summary: 'List notification choices',
  description:
    'Whether the caller is notified by mail and by push message, for each kind of notification. The list of notifications always contains all of them.',
  who: 'signed-in',
  // Mails and push messages about the orders go to the customer.
  forColleagues: 'refused',
  input: Nothing,
  reply: boundedList(NotificationChoice, UNREAD_KINDS.length),
});

export const updateNotificationChoice = endpoint({
  method: 'PUT',
  path: '/notifications/choices',
  summary: 'Change a notification choice',
  description: 'Changes the choice of the caller for one kind of notification. A way that is left out stays as it is.',
  who: 'signed-in',
  forColleagues: 'refused',
  input: z.object({ ...z.partial(NotificationChoice).shape, kind: NotificationChoice.shape.kind }),
  reply: NotificationChoice,
});

/** Notifies the customers of selected rows, as many of them as were confirmed. */
export const notifyOwnersSchemas = <const Selection extends Record<string, z.ZodMiniType>>(selection: Selection) => ({
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

export const notifyUsers = endpoint({
  method: 'PUT',
  path: '/notifications/users',
  summary: 'Notify users',
  description: 'Notifies all chosen users, or none if one of them no longer has an account.',
  who: 'notifications.send',
  maxBodyKb: 1024,
  input: NotifyUsers,
  reply: z.object({
    ...Done.shape,
    /** How many were left out, when that was requested. */
    left_out: z.optional(z.int()),
  }),
  errors: NOTIFYING_ERRORS,
});
