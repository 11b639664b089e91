import { endpoint } from '../endpoint.ts';
import type * as schemas from './notifications.schemas.ts';

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

export const notifyUsers = endpoint<typeof schemas.notifyUsers>()({
  method: 'PUT',
  path: '/notifications/users',
  summary: 'Notify users',
  description: 'All of the chosen users, or none when one of them has no account any more.',
  who: 'notifications.send',
  longestBodyKb: 1024,
  errors: ['messaging.empty_message', 'messaging.unknown_recipient'],
});
