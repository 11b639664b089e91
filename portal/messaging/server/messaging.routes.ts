import { answer } from '../../../server/http/call.ts';
import * as contract from '../messaging.contract.ts';
import * as notifications from '../notifications.contract.ts';
import { markNotificationRead, markNotificationsRead, notifyUsers } from './notifications.ts';
import * as push from '../push.contract.ts';
import { subscribeToPush, unsubscribeFromPush } from './push.ts';
import { getMail, listMails } from './outbox.ts';

export const messagingAnswers = [
  answer(contract.listMails, ({ deps }) => listMails(deps)),
  answer(contract.getMail, ({ deps, input }) => getMail(deps, input.id)),
  answer(notifications.notifyUsers, ({ deps, input }) => notifyUsers(deps, input)),
  answer(notifications.markNotificationRead, ({ deps, actor, input }) => markNotificationRead(deps, actor, input)),
  answer(notifications.markNotificationsRead, ({ deps, actor, input }) => markNotificationsRead(deps, actor, input)),
  answer(push.getPushKey, async ({ deps }) => ({ key: deps.pushKey })),
  answer(push.subscribeToPush, ({ deps, actor, input }) => subscribeToPush(deps, actor, input)),
  answer(push.unsubscribeFromPush, ({ deps, actor }) => unsubscribeFromPush(deps, actor)),
];
