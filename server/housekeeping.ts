import { removeOldLinks } from '../portal/accounts/server/account-links.ts';
import { removeOldFailures } from '../portal/accounts/server/login-throttle.ts';
import { removeExpiredSessions } from '../portal/accounts/server/sessions.ts';
import { checkLedger } from '../portal/credits/server/credits.ts';
import { forgetOldSessions } from '../portal/dtc-off/server/sessions.ts';
import { completeDelivered } from '../portal/files/server/payment.ts';
import { removeOldForgeries, resendUnsettled } from '../portal/payments/server/inbox.ts';
import type { Deps } from './http/call.ts';
import { removeOldPushes } from './push/post.ts';

const HOUR_MS = 3_600_000;

/** What the product does by itself every hour. Each step is one statement that may safely run again. */
export async function runHousekeeping(deps: Deps): Promise<void> {
  await checkLedger(deps);
  const completed = await completeDelivered(deps);
  if (completed > 0) deps.log.info({ completed }, 'delivered files are completed');
  await forgetOldSessions(deps);
  await removeExpiredSessions(deps);
  await removeOldFailures(deps);
  await removeOldLinks(deps);
  await removeOldPushes(deps.db);
  await resendUnsettled(deps.db);
  await removeOldForgeries(deps);
}

export function startHousekeeping(deps: Deps): { stop(): void } {
  const timer = setInterval(() => {
    runHousekeeping(deps).catch((error: unknown) => deps.log.error({ err: error }, 'housekeeping failed'));
  }, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
