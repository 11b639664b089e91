import { setTimeout as sleep } from 'node:timers/promises';
import { type LedgerSeal, useLedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { identifyFile, queueWaitingFiles } from '../../features/files/identification/server/identification.ts';
import { continueMailing } from '../../features/messaging/server/mailings.ts';
import { resendUnsettled } from '../../features/payments/server/inbox.ts';
import {
  deliverSandboxNotice,
  isSandbox,
  openNoticePost,
  resendSandboxNotices,
} from '../../features/payments/server/sandbox/sandbox.ts';
import { settleMessage } from '../../features/payments/server/settle.ts';
import { deliverWebhook, requeueWaiting } from '../../features/webhooks/server/deliver-webhook.ts';
import { openMessagePost } from '../../features/webhooks/server/post-message.ts';
import { portalUrl } from '../../server/texts.ts';
import type { ServerAccess } from '../../server/database/access.ts';
import { connect } from '../../server/database/connect.ts';
import { electHousekeeper } from '../../server/database/housekeeper.ts';
import { startEcuWorkConsumer } from '../../features/files/analysis/server/ecu-work-consumer.ts';
import type { Deps } from '../../server/http/call.ts';
import { type Work, startWorkers } from '../../server/jobs.ts';
import { limitSendTime } from '../../server/mail/mail-faults.ts';
import { deliverMail } from '../../server/mail/deliver.ts';
import { resendWaiting } from '../../server/mail/outbox.ts';
import { openMailTransport } from '../../server/mail/transport.ts';
import { deliverPush, type loadOrCreatePushKeys, openPushTransport } from '../../server/push/transport.ts';
import { traceJobs, traceMail } from '../../server/traces/trace.ts';
import { requireSpaceToWrite } from '../../server/storage/disk-space.ts';
import { webUrlOf } from './addresses.ts';
import { startNightlyCheck } from './check-files.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startScheduledBackups } from './scheduled-backups.ts';
import { createPause } from '../../server/pause.ts';
import { checkLedgerWeekly, checkNewLedgerEntries, sendDueLedgerCheck } from './whole-ledger.ts';

/** As many as the lanes of server/jobs.ts and of mailings may use at once, plus two for the housekeeping. */
const WORKER_CONNECTIONS = 30;

interface Resources {
  access: Pick<ServerAccess, 'url' | 'directUrl'>;
  ledgerSeal: LedgerSeal;
  pushKeys: Awaited<ReturnType<typeof loadOrCreatePushKeys>>;
}

export interface Background {
  /** Queues again what was left undone. Call it after listening, since it may take long. */
  resume(): Promise<void>;
  /** Begins nothing new, and gives up mails that are being sent. */
  end(): Promise<void>;
  /** Call it after the last call has ended: calls may still give it work. */
  close(): Promise<void>;
}

/**
 * Starts what the portal does by itself, which may take longer than a call. A mail or a push being sent locks its row,
 * and so occupies a connection: servers that hang must not use up the connections of calls.
 */
export async function startBackground(callDeps: Deps, resources: Resources): Promise<Background> {
  const { config, log } = callDeps;
  const { access } = resources;
  const connection = connect(access.url, WORKER_CONNECTIONS, { isPooled: access.url !== access.directUrl });
  useLedgerSeal(connection.db, resources.ledgerSeal);
  const deps = { ...callDeps, db: connection.db };
  await requireSpaceToWrite(config.dataDir);
  const housekeeper = await electHousekeeper({
    url: access.directUrl,
    onError: (error) => log.warn({ err: error }, 'no housekeeper could be elected'),
  });
  const housekeeping = startHousekeeping(deps, housekeeper);
  const fileCheck = startNightlyCheck(deps, housekeeper);
  const backups = await startScheduledBackups(deps, housekeeper);
  const stopping = new AbortController();
  const mailTransport = traceMail(openMailTransport(config));
  const sendMail = limitSendTime(stopping.signal, mailTransport);
  const sendPush = openPushTransport(resources.pushKeys, portalUrl(config));
  const workers = await startWorkers(access.url, traceJobs(createJobHandlers(deps, { sendMail, sendPush })), (error) =>
    log.error({ err: error }, 'a worker reports an error'),
  );
  const taking = config.role === 'worker' ? await startEcuWorkConsumer({ ...deps, directUrl: access.directUrl }) : null;
  let ledgerCheck: ReturnType<typeof startLedgerCheck> | null = null;
  return {
    resume: async () => {
      ledgerCheck = startLedgerCheck(deps);
      await queueUnfinished(callDeps);
    },
    end: async () => {
      stopping.abort();
      await taking?.stop();
      housekeeping.stop();
      await fileCheck.stop();
      await backups.stop();
      await housekeeper.stop();
    },
    close: async () => {
      await ledgerCheck?.stop();
      await workers.stop();
      await taking?.close();
      mailTransport.close();
      await connection.close();
    },
  };
}

/** Queues what was left undone. */
async function queueUnfinished(deps: Deps): Promise<void> {
  await resendWaiting(deps.db);
  await resendUnsettled(deps.db);
  await resendSandboxNotices(deps);
  await queueWaitingFiles(deps);
  await requeueWaiting(deps.db);
  await sendDueLedgerCheck(deps);
}

interface Senders {
  sendMail: ReturnType<typeof limitSendTime>;
  sendPush: ReturnType<typeof openPushTransport>;
}

type PaymentJob = 'settle-payment' | 'send-sandbox-notice';

/** Every job except those of payments, which not every portal takes. */
type CommonWork = Omit<Work, PaymentJob> & Partial<Work>;

const createJobHandlers = (deps: Deps, { sendMail, sendPush }: Senders): CommonWork => ({
  'deliver-mail': (id) => deliverMail(deps, sendMail, id),
  'send-mailing': (id, signal) => continueMailing(deps, sendMail, { id, signal }),
  'identify-file': (id) => identifyFile(deps, id),
  'deliver-push': (id) => deliverPush(deps, sendPush, id),
  'deliver-webhook': (id) => deliverWebhook(deps, openMessagePost({ networks: deps.config.webhookNetworks }), id),
  'verify-ledger': (_, signal) => checkLedgerWeekly(deps, signal),
  ...paymentWork(deps),
});

/** Payments are settled only where something can be paid. */
function paymentWork(deps: Deps): Partial<Pick<Work, PaymentJob>> {
  const { paymentProvider: provider } = deps.config;
  if (provider === null) return {};
  const ownUrl = webUrlOf(deps.config);
  const post = openNoticePost(ownUrl);
  return {
    'settle-payment': (id) => settleMessage(deps, (message) => provider.verify(message, { ownUrl }), id),
    ...(isSandbox(deps.config) && { 'send-sandbox-notice': (id: number) => deliverSandboxNotice(deps, post, id) }),
  };
}

/** A check that failed to run, for example without a database, is repeated after this long. */
const RETRY_MS = 15_000;

type CheckDeps = Pick<Deps, 'db' | 'log'>;

/** Runs the check of a start while the portal serves calls; it covers every entry if none was made before. */
export function startLedgerCheck(deps: CheckDeps, retryMs = RETRY_MS): { done: Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = checkUntilDone(deps, retryMs, stopping.signal);
  return {
    done,
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

async function checkUntilDone(deps: CheckDeps, retryMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await checkNewLedgerEntries(deps, createPause(signal));
      return;
    } catch (error) {
      if (signal.aborted) return;
      deps.log.error({ err: error }, 'the ledger could not be checked');
    }
    await sleep(retryMs, null, { signal, ref: false }).catch(() => undefined);
  }
}
