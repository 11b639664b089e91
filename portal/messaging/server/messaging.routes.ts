import { answer } from '../../../server/http/call.ts';
import * as emails from '../emails.contract.ts';
import * as contract from '../messaging.contract.ts';
import * as notifications from '../notifications.contract.ts';
import { getMailing, listAddresses, listMailings, sendEmails, sendEmailsAsync } from './mailings.ts';
import { markNotificationRead, markNotificationsRead, notifyUsers } from './notifications.ts';
import * as push from '../push.contract.ts';
import { subscribeToPush, unsubscribeFromPush } from './push.ts';
import { getMail, listMails } from './outbox.ts';

export const messagingAnswers = [
  answer(contract.listMails, ({ deps }) => listMails(deps)),
  answer(contract.getMail, ({ deps, input }) => getMail(deps, input.id)),
  answer(emails.listAddresses, ({ deps }) => listAddresses(deps.db)),
  answer(emails.sendEmails, ({ deps, actor, input }) => sendEmails(deps, actor, input)),
  answer(emails.sendEmailsAsync, ({ deps, actor, input }) => sendEmailsAsync(deps, actor, input)),
  answer(emails.listMailings, ({ deps }) => listMailings(deps.db)),
  answer(emails.getMailing, ({ deps, input }) => getMailing(deps, input.id)),
  answer(notifications.notifyUsers, ({ deps, input }) => notifyUsers(deps, input)),
  answer(notifications.markNotificationRead, ({ deps, actor, input }) => markNotificationRead(deps, actor, input)),
  answer(notifications.markNotificationsRead, ({ deps, actor, input }) => markNotificationsRead(deps, actor, input)),
  answer(push.getPushKey, async ({ deps }) => ({ key: deps.pushKey })),
  answer(push.subscribeToPush, ({ deps, actor, input }) => subscribeToPush(deps, actor, input)),
  answer(push.unsubscribeFromPush, ({ deps, actor }) => unsubscribeFromPush(deps, actor)),
];
