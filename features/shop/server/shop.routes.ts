import { applyIdleTime } from '../../accounts/server/idle-sessions.ts';
import { encryptClientSecret } from '../../accounts/server/provider/client-secret.ts';
import { requireOfStaff } from '../../accounts/server/second-factor/require-of-staff.ts';
import { type Deps, handle, handlePublic } from '../../../server/http/call.ts';
import * as contract from '../settings.calls.ts';
import * as logo from '../shop-hours.calls.ts';
import * as hours from '../shop-hours.calls.ts';
import * as decisions from '../stored-settings.calls.ts';
import { getApplicationConfiguration, setApplicationConfiguration } from './settings.ts';
import { getShopHours, setShopHours } from './stored-hours.ts';
import { getStoredSettings, setStoredSettings } from './stored-settings.ts';
import { deleteShopLogo, setShopLogo } from './shop-logo.ts';
import * as diskUseCalls from '../disk-use/disk-use.calls.ts';
import { getDiskUse } from '../disk-use/server/measure-disk.ts';
import * as firstStartCalls from '../first-start/first-start.calls.ts';
import { dismissFirstStart, getFirstStart } from '../first-start/server/first-start.ts';
import { requestBackup, sendTestMail } from '../first-start/server/test-mail.ts';
import * as noticesCalls from '../notices/notices.calls.ts';
import { listNotices } from '../notices/server/notices.ts';
import * as reportsCalls from '../reports/reports.calls.ts';
import { downloadReport } from '../reports/server/reports-csv.ts';
import { getReports, updateShopSettings } from '../reports/server/reports.ts';

/** Applies what a change has stored at once: in this process, and in what the database measures for the reports. */
async function applyAfter<Reply>(deps: Deps, change: Promise<Reply>): Promise<Reply> {
  const reply = await change;
  await updateShopSettings(deps);
  return reply;
}

export const shopRoutes = [
  handlePublic(contract.getApplicationConfiguration, ({ deps }) => getApplicationConfiguration(deps)),
  handle(contract.setApplicationConfiguration, ({ deps, actor, input }) =>
    setApplicationConfiguration(deps, actor, input),
  ),
  handle(decisions.getStoredSettings, ({ deps }) => getStoredSettings(deps)),
  handle(decisions.setStoredSettings, ({ deps, actor, input, client }) =>
    applyAfter(
      deps,
      setStoredSettings(deps, actor, input, {
        requireSecondFactor: (tx) => requireOfStaff({ ...deps, db: tx }, actor, client),
        applyIdleTime: (tx) => applyIdleTime(tx, deps),
        encryptSecret: (secret) => encryptClientSecret(deps, secret),
      }),
    ),
  ),
  handle(hours.getShopHours, ({ deps }) => getShopHours(deps)),
  handle(hours.setShopHours, ({ deps, actor, input }) => applyAfter(deps, setShopHours(deps, actor, input))),
  handle(logo.setShopLogo, ({ deps, actor, upload }) => setShopLogo(deps, actor, upload)),
  handle(logo.deleteShopLogo, ({ deps, actor }) => deleteShopLogo(deps, actor)),
  handle(firstStartCalls.getFirstStart, ({ deps }) => getFirstStart(deps)),
  handle(firstStartCalls.dismissFirstStart, ({ deps, actor }) => dismissFirstStart(deps, actor)),
  handle(firstStartCalls.sendTestMail, ({ deps, actor }) => sendTestMail(deps, actor)),
  handle(firstStartCalls.requestBackup, ({ deps, actor }) => requestBackup(deps, actor)),
  handle(reportsCalls.getReports, ({ deps, input }) => getReports(deps, input)),
  handle(reportsCalls.downloadReport, ({ deps, actor, input }) => downloadReport(deps, actor, input)),
  handle(diskUseCalls.getDiskUse, ({ deps }) => getDiskUse(deps)),
  handle(noticesCalls.listOperatorNotices, ({ deps }) => listNotices(deps)),
];
