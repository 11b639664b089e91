import { outcome } from '../../../server/http/call.ts';
import * as contract from '../first-start.contract.ts';
import { dismissFirstStart, getFirstStart } from './first-start.ts';
import { requestBackup } from './request-backup.ts';
import { sendTestMail } from './test-mail.ts';

export const firstStartRoutes = [
  outcome(contract.getFirstStart, ({ deps }) => getFirstStart(deps)),
  outcome(contract.dismissFirstStart, ({ deps, actor }) => dismissFirstStart(deps, actor)),
  outcome(contract.sendTestMail, ({ deps, actor }) => sendTestMail(deps, actor)),
  outcome(contract.requestBackup, ({ deps, actor }) => requestBackup(deps, actor)),
];
