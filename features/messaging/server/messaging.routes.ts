import { handle } from '../../../server/http/call.ts';
import * as emails from '../emails.calls.ts';
import * as contract from '../messaging.calls.ts';
import * as notifications from '../notifications.calls.ts';
import {
  getMailing,
  listAddresses,
  listMailings,
  listMailRecipients,
  sendEmails,
  sendEmailsAsync,
} from './mailings.ts';
import { listNotificationChoices, updateNotificationChoice } from './notifications.ts';
import { notifyUsers } from './notify-users.ts';
import { markFileRead, markNotificationRead, markNotificationsRead } from './mark-read.ts';
import { subscribeToPush, unsubscribeFromPush } from './push.ts';
import { getMail, listMails } from './outbox.ts';

export const messagingRoutes = [
  handle(contract.listMails, ({ deps }) => listMails(deps)),
  handle(contract.getMail, ({ deps, actor, input }) => getMail(deps, actor, input.id)),
  handle(emails.listAddresses, ({ deps }) => listAddresses(deps.db)),
  handle(emails.listMailRecipients, ({ deps }) => listMailRecipients(deps.db)),
  handle(emails.sendEmails, ({ deps, actor, input }) => sendEmails(deps, actor, input)),
  handle(emails.sendEmailsAsync, ({ deps, actor, input }) => sendEmailsAsync(deps, actor, input)),
  handle(emails.listMailings, ({ deps }) => listMailings(deps.db)),
  handle(emails.getMailing, ({ deps, input }) => getMailing(deps, input.id)),
  handle(notifications.notifyUsers, ({ deps, input }) => notifyUsers(deps, input)),
  handle(notifications.markNotificationRead, ({ deps, actor, input }) => markNotificationRead(deps, actor, input)),
  handle(notifications.markNotificationsRead, ({ deps, actor, input }) => markNotificationsRead(deps, actor, input)),
  handle(notifications.markFileRead, ({ deps, actor, input }) => markFileRead(deps, actor, input)),
  handle(notifications.listNotificationChoices, ({ deps, actor }) => listNotificationChoices(deps, actor)),
  handle(notifications.updateNotificationChoice, ({ deps, actor, input }) =>
    updateNotificationChoice(deps, actor, input),
  ),
  handle(contract.getPushKey, async ({ deps }) => ({ key: deps.pushKey })),
  handle(contract.subscribeToPush, ({ deps, actor, input }) => subscribeToPush(deps, actor, input)),
  handle(contract.unsubscribeFromPush, ({ deps, actor }) => unsubscribeFromPush(deps, actor)),
];
