import { handle } from '../../../../server/http/call.ts';
import * as contract from '../first-start.calls.ts';
import { dismissFirstStart, getFirstStart } from './first-start.ts';
import { requestBackup } from './request-backup.ts';
import { sendTestMail } from './test-mail.ts';

export const firstStartRoutes = [
  handle(contract.getFirstStart, ({ deps }) => getFirstStart(deps)),
  handle(contract.dismissFirstStart, ({ deps, actor }) => dismissFirstStart(deps, actor)),
  handle(contract.sendTestMail, ({ deps, actor }) => sendTestMail(deps, actor)),
  handle(contract.requestBackup, ({ deps, actor }) => requestBackup(deps, actor)),
];
