import { removeOldContinuations } from '../../features/accounts/server/continuation/continuation.ts';
import { removeOldLinks } from '../../features/accounts/server/account-links.ts';
import { removeOldEmailChanges } from '../../features/accounts/server/email-change.ts';
import { removeOldNonces } from '../../features/accounts/server/google-token.ts';
import { removeOldFailures } from '../../features/accounts/server/password-attempts.ts';
import { settleCountryChanges } from '../../features/accounts/server/country-changes.ts';
import { removeOldChallenges } from '../../features/accounts/server/second-factor/passkey-challenges.ts';
import { removeExpiredSessions } from '../../features/accounts/server/sessions.ts';
import { removeOldPlaces } from '../../features/accounts/server/sign-in-places.ts';
import { removeOldTakenRegistrations } from '../../features/accounts/server/taken-registrations.ts';
import { forgetOldSessions } from '../../features/dtc-off/server/sessions.ts';
import { completeDelivered } from '../../features/files/server/payment.ts';
import { queueWaitingFiles } from '../../features/files/identification/server/identification.ts';
import { emptyBin } from '../../features/staff/bin/server/bin.ts';
import { removeOldForgeries, resendUnsettled } from '../../features/payments/server/inbox.ts';
import { removeOldSecurityEvents } from '../../features/accounts/security-log/server/security.ts';
import { removeOldAllowances } from '../../server/database/allowances.ts';
import { removeOldRememberedCalls } from '../../server/http/remembered-calls.ts';
import type { Housekeeper } from '../../server/database/housekeeper.ts';
import { removeOldLeases } from '../../server/database/lease.ts';
import { removeOldChanges } from '../../server/events/change-reader.ts';
import { removeOldStreams } from '../../server/events/stream-slots.ts';
import type { Deps } from '../../server/http/call.ts';
import { removeOldRateLimits } from '../../server/http/shared-limits.ts';
import { removeOldSlots } from '../../server/http/upload-slots.ts';
import { removeOldPushes } from '../../server/push/post.ts';
import {
  eraseOldDeletedUsers,
  removeOldFileBytes,
  removeOldMails,
  removeOldMessages,
} from '../../features/accounts/personal-data/server/retention.ts';
import { updateShopSettings } from '../../features/shop/reports/server/reports.ts';
import { measureDiskDaily } from '../../features/shop/disk-use/server/measure-disk.ts';
import { removeOldDeliveries, requeueWaiting } from '../../features/webhooks/server/deliver-webhook.ts';
import { forgetUnseenProxy } from './unknown-proxy.ts';
import { checkNewLedgerEntries, sendDueLedgerCheck } from './whole-ledger.ts';
import { findFacetFaults } from '../../features/credits/server/alarms.ts';
import { isDueToday } from '../../server/due-today.ts';
import { clearNotice, raiseNotice } from '../../features/shop/notices/server/notices.ts';
import type { ServerConfig } from '../../server/config.ts';
import { findReferencedKeys } from './check-files.ts';
import { quarantineGivenUp } from '../../server/stored-files/removed-bytes.ts';
import { type SweepOptions, type SweepReport, sweepStorage } from '../../server/storage/sweep.ts';

type SweepDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'log'> & { config: Pick<ServerConfig, 'quarantineDays'> };

/** Compares the stored files with the rows, and notifies administrators when far too many belong to no row. */
export async function sweepFiles(
  { db, storage, clock, config, log }: SweepDeps,
  options: Pick<SweepOptions, 'all' | 'minAgeMs'> = {},
): Promise<SweepReport> {
  await quarantineGivenUp({ db, storage, clock });
  const report = await sweepStorage(storage, {
    ...options,
    findReferenced: (keys) => findReferencedKeys(db, keys),
    now: clock.now(),
    quarantineDays: config.quarantineDays,
  });
  const { stored, unreferenced, isAlarm, setAside, acknowledgeUndone, removed } = report;
  if (isAlarm && options.all !== true) {
    log.error({ stored, unreferenced }, 'too many stored files belong to no record: none was set aside or removed');
    const percent = Math.round((unreferenced / Math.max(stored, 1)) * 100);
    await raiseNotice(db, { kind: 'storage.unreferenced', details: { files: unreferenced, percent } });
  } else {
    await clearNotice(db, 'storage.unreferenced');
  }
  if (setAside + acknowledgeUndone + removed > 0)
    log.info({ setAside, acknowledgeUndone, removed }, 'the stored files were swept');
  return report;
}

/** The job of the housekeeping: runs once a day, in one process alone. */
export async function sweepFilesDaily(deps: SweepDeps): Promise<void> {
  if (await isDueToday(deps, 'storage_swept_at')) await sweepFiles(deps);
}

/**
 * Compares the counts that triggers write with the rows, and corrects those that differ: such a difference is a fault
 * of ours. What is written beside the ledger belongs to the ledger, and is only reported.
 */
export async function checkCounts({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const wrong = await findFacetFaults(db);
  for (const { name, missing } of wrong) log.error({ name, missing }, 'a count differed from its rows');
  return wrong.length;
}

/** The job of the housekeeping: runs once a day, in one process alone. */
export const checkCountsDaily = async (deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> =>
  (await isDueToday(deps, 'counts_checked_at')) ? checkCounts(deps) : 0;

const HOUR_MS = 3_600_000;

type Step = (deps: Deps) => Promise<unknown>;

/** Each step is one statement that can safely run again. */
const STEPS: Record<string, Step> = {
  'new entries of the ledger are checked': (deps) => checkNewLedgerEntries(deps),
  'the whole ledger is checked once a week': sendDueLedgerCheck,
  'delivered files are completed': completeDelivered,
  'old DTC OFF sessions are forgotten': forgetOldSessions,
  'changed countries take effect': settleCountryChanges,
  'files that are not read yet are put in line': queueWaitingFiles,
  'expired sessions are removed': removeExpiredSessions,
  'old failures to log in are removed': removeOldFailures,
  'old places of sign-in are removed': removeOldPlaces,
  'old nonces of Google are removed': removeOldNonces,
  'old challenges for passkeys are removed': removeOldChallenges,
  'old codes for another device are removed': removeOldContinuations,
  'old registrations of taken addresses are removed': removeOldTakenRegistrations,
  'old entries of the security log are removed': removeOldSecurityEvents,
  'bytes of old files are set aside': removeOldFileBytes,
  'messages of old tickets are removed': removeOldMessages,
  'old mails are removed': removeOldMails,
  'accounts that were deleted long ago are erased': eraseOldDeletedUsers,
  'old links are removed': removeOldLinks,
  'old changes of e-mail addresses are removed': removeOldEmailChanges,
  'what waited long enough in the bin is removed': emptyBin,
  'old pushes are removed': ({ db }) => removeOldPushes(db),
  'payments that are not settled are sent again': ({ db }) => resendUnsettled(db),
  'old forgeries are removed': removeOldForgeries,
  'stored files that belong to no record are set aside': sweepFilesDaily,
  'stored bytes are added up and measured': measureDiskDaily,
  'allowances of past periods are removed': ({ db, clock }) => removeOldAllowances(db, clock.now()),
  'replies to calls with a key are forgotten': ({ db, clock }) => removeOldRememberedCalls(db, clock.now()),
  'rate limits of past periods are removed': ({ db }) => removeOldRateLimits(db),
  'a proxy that is not seen any more is forgotten': forgetUnseenProxy,
  'slots of uploads that were cut off are removed': ({ db }) => removeOldSlots(db),
  'streams of processes that were killed are removed': ({ db }) => removeOldStreams(db),
  'changes that nobody reads are removed': ({ db }) => removeOldChanges(db),
  'leases of processes that were killed are removed': ({ db }) => removeOldLeases(db),
  'messages to webhooks that have no job are queued again': ({ db }) => requeueWaiting(db, { olderThanHours: 2 }),
  'old messages to webhooks are removed': removeOldDeliveries,
  'settings of the shop are stored for reports': updateShopSettings,
  'counts are compared with the rows': checkCountsDaily,
};

/** Does what the product does by itself every hour. A step that fails is reported, and the others still run. */
export async function runHousekeeping(deps: Deps, steps: Record<string, Step> = STEPS): Promise<void> {
  for (const [step, run] of Object.entries(steps)) {
    try {
      const done = await run(deps);
      if (typeof done === 'number' && done > 0) deps.log.info({ step, done }, 'housekeeping');
    } catch (error) {
      deps.log.error({ err: error, step }, 'a step of the housekeeping failed');
    }
  }
}

/** Starts the hourly housekeeping, which only one process of a portal does, the housekeeper. */
export function startHousekeeping(deps: Deps, housekeeper: Pick<Housekeeper, 'isThisProcess'>): { stop(): void } {
  const timer = setInterval(() => {
    void housekeeper.isThisProcess().then((isHere) => (isHere ? runHousekeeping(deps) : undefined));
  }, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
