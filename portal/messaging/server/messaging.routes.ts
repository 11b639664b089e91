import { outcome } from '../../../server/http/call.ts';
import * as emails from '../emails.contract.ts';
import * as contract from '../messaging.contract.ts';
import * as notifications from '../notifications.contract.ts';
import { getMailing, listAddresses, listMailings, sendEmails, sendEmailsAsync } from './mailings.ts';
import { listNotificationChoices, updateNotificationChoice } from './notification-choices.ts';
import { markFileRead, markNotificationRead, markNotificationsRead, notifyUsers } from './notifications.ts';
import * as push from '../push.contract.ts';
import { subscribeToPush, unsubscribeFromPush } from './push.ts';
import { getMail, listMails } from './outbox.ts';

export const messagingRoutes = [
  outcome(contract.listMails, ({ deps }) => listMails(deps)),
  outcome(contract.getMail, ({ deps, input }) => getMail(deps, input.id)),
  outcome(emails.listAddresses, ({ deps }) => listAddresses(deps.db)),
  outcome(emails.sendEmails, ({ deps, actor, input }) => sendEmails(deps, actor, input)),
  outcome(emails.sendEmailsAsync, ({ deps, actor, input }) => sendEmailsAsync(deps, actor, input)),
  outcome(emails.listMailings, ({ deps }) => listMailings(deps.db)),
  outcome(emails.getMailing, ({ deps, input }) => getMailing(deps, input.id)),
  outcome(notifications.notifyUsers, ({ deps, input }) => notifyUsers(deps, input)),
  outcome(notifications.markNotificationRead, ({ deps, actor, input }) => markNotificationRead(deps, actor, input)),
  outcome(notifications.markNotificationsRead, ({ deps, actor, input }) => markNotificationsRead(deps, actor, input)),
  outcome(notifications.markFileRead, ({ deps, actor, input }) => markFileRead(deps, actor, input)),
  outcome(notifications.listNotificationChoices, ({ deps, actor }) => listNotificationChoices(deps, actor)),
  outcome(notifications.updateNotificationChoice, ({ deps, actor, input }) =>
    updateNotificationChoice(deps, actor, input),
  ),
  outcome(push.getPushKey, async ({ deps }) => ({ key: deps.pushKey })),
  outcome(push.subscribeToPush, ({ deps, actor, input }) => subscribeToPush(deps, actor, input)),
  outcome(push.unsubscribeFromPush, ({ deps, actor }) => unsubscribeFromPush(deps, actor)),
];
