import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './notifications.schemas.ts';
import { NOTIFYING_ERRORS } from './notifications.list.ts';

export type * from './notifications.schemas.ts';

export const markNotificationRead = endpoint<typeof schemas.markNotificationRead>()({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read/:notificationId',
  summary: 'Mark a notification as read',
  description: 'Marks one notification of the caller as read.',
  who: 'signed-in',
});

export const markNotificationsRead = endpoint<typeof schemas.markNotificationsRead>()({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read',
  summary: 'Mark all notifications as read',
  description: 'Marks every unread notification of the caller as read.',
  who: 'signed-in',
});

export const markFileRead = endpoint<typeof schemas.markFileRead>()({
  method: 'PUT',
  path: '/notifications/files/:fileId/mark-read',
  summary: 'Mark everything about a file as read',
  description:
    "Marks the caller's notifications about a file and its ticket as read. The file page does this when it is shown.",
  who: 'signed-in',
});

export const listNotificationChoices = endpoint<typeof schemas.listNotificationChoices>()({
  method: 'GET',
  path: '/notifications/choices',
  summary: 'List notification choices',
  description:
    'Whether the caller is notified by mail and by push message, for each kind of notification. The list of notifications always contains all of them.',
  who: 'signed-in',
});

export const updateNotificationChoice = endpoint<typeof schemas.updateNotificationChoice>()({
  method: 'PUT',
  path: '/notifications/choices',
  summary: 'Change a notification choice',
  description: 'Changes the choice of the caller for one kind of notification.',
  who: 'signed-in',
});

export const notifyUsers = endpoint<typeof schemas.notifyUsers>()({
  method: 'PUT',
  path: '/notifications/users',
  summary: 'Notify users',
  description: 'Notifies all chosen users, or none if one of them no longer has an account.',
  who: 'notifications.send',
  longestBodyKb: 1024,
  errors: NOTIFYING_ERRORS,
});
