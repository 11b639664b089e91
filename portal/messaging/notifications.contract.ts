import { endpoint } from '../endpoint.ts';
import type * as schemas from './notifications.schemas.ts';
import { NOTIFYING_ERRORS } from './notifications.list.ts';

export type * from './notifications.schemas.ts';

export const markNotificationRead = endpoint<typeof schemas.markNotificationRead>()({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read/:notificationId',
  summary: 'Mark a notification as read',
  description: 'One notification of the caller.',
  who: 'signed-in',
});

export const markNotificationsRead = endpoint<typeof schemas.markNotificationsRead>()({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read',
  summary: 'Mark all notifications as read',
  description: 'Every unread notification of the caller.',
  who: 'signed-in',
});

export const markFileRead = endpoint<typeof schemas.markFileRead>()({
  method: 'PUT',
  path: '/notifications/files/:fileId/mark-read',
  summary: 'Mark what is unread about a file as read',
  description: 'The page of a file does it when it is shown: the notifications of the caller about it, and its ticket.',
  who: 'signed-in',
});

export const listNotificationChoices = endpoint<typeof schemas.listNotificationChoices>()({
  method: 'GET',
  path: '/notifications/choices',
  summary: 'List where the caller is notified',
  description: 'By mail and by push message, for each kind. The list of notifications has all of them.',
  who: 'signed-in',
});

export const updateNotificationChoice = endpoint<typeof schemas.updateNotificationChoice>()({
  method: 'PUT',
  path: '/notifications/choices',
  summary: 'Choose where to be notified',
  description: 'One kind, for the caller.',
  who: 'signed-in',
});

export const notifyUsers = endpoint<typeof schemas.notifyUsers>()({
  method: 'PUT',
  path: '/notifications/users',
  summary: 'Notify users',
  description: 'All of the chosen users, or none when one of them has no account any more.',
  who: 'notifications.send',
  longestBodyKb: 1024,
  errors: NOTIFYING_ERRORS,
});
