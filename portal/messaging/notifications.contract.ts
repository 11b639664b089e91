import { endpoint } from '../endpoint.ts';
import type * as schemas from './notifications.schemas.ts';

export type * from './notifications.schemas.ts';

export const markNotificationRead = endpoint<typeof schemas.markNotificationRead>()({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read/:notificationId',
  who: 'signed-in',
});

export const markNotificationsRead = endpoint<typeof schemas.markNotificationsRead>()({
  method: 'PUT',
  path: '/notifications/users/:userId/mark-read',
  who: 'signed-in',
});

/** An administrator tells users something: all of them, or nobody when one of them has no account any more. */
export const notifyUsers = endpoint<typeof schemas.notifyUsers>()({
  method: 'PUT',
  path: '/notifications/users',
  who: 'admin',
  longestBodyKb: 1024,
});
