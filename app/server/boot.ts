import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkAccountSeals } from '../../portal/credits/server/ledger-checks.ts';
import { useLedgerSeal, type LedgerSeal } from '../../portal/credits/server/ledger-seal.ts';
import { openLedger } from '../../portal/credits/server/open-ledger.ts';
import { identifyFile, queueWaitingFiles } from '../../portal/identification/server/identification.ts';
import { resendUnsettled } from '../../portal/payments/server/inbox.ts';
import { describePayments, requireRealPayments } from '../../portal/payments/server/payment-config.ts';
import { findLeftTestCredits } from '../../portal/payments/server/payments.ts';
import { noticePaymentMode } from '../../portal/payments/server/payment-mode.ts';
import {
  deliverSandboxNotice,
  isSandbox,
  openNoticePost,
  resendSandboxNotices,
} from '../../portal/payments/server/sandbox/sandbox.ts';
import { settleMessage } from '../../portal/payments/server/settle.ts';
import { continueMailing } from '../../portal/messaging/server/mailings.ts';
import { buildApp } from './app.ts';
import { startNightlyCheck } from './check-files.ts';
import { startLedgerCheck } from './check-ledger.ts';
import { systemClock } from '../../server/clock.ts';
import { portalUrl, type Config } from '../../server/config.ts';
import { readConfig } from './read-config.ts';
import { openServerAccess } from '../../server/database/access.ts';
import { awaitDatabases } from '../../server/database/await-database.ts';
import { connect } from '../../server/database/connect.ts';
import { openEcuPool } from '../../server/ecu/pool.ts';
import { openNewsFeed } from '../../server/events/news.ts';
import { welcomeAdministrator } from './first-administrator.ts';
import type { Deps } from '../../server/http/call.ts';
import { startHousekeeping } from './housekeeping.ts';
import { openPortal } from '../../server/installation/open-portal.ts';
import { startWorkers, type Work } from '../../server/jobs.ts';
import { keepSecret } from '../../server/secret-file.ts';
import { boundBy } from '../../server/mail/bounded-send.ts';
import { deliverMail } from '../../server/mail/deliver.ts';
import { resendWaiting } from '../../server/mail/outbox.ts';
import { openMailTransport } from '../../server/mail/transport.ts';
import { findMisspelledSettings } from '../../server/misspelled-settings.ts';
import { listenProblem, requireUsableMachine } from '../../server/preflight.ts';
import { keepProofKey } from '../../server/proof-key.ts';
import { deliverPush } from '../../server/push/deliver.ts';
import { keepPushKeys, openPushTransport } from '../../server/push/transport.ts';
import { BYTES_OF_MB, isNoSpaceError, openDiskSpace, requireRoomToWrite } from '../../server/storage/disk-space.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { seedDemo } from '../demo/server/demo.ts';
import { noticeSlowSearch } from './slow-search.ts';
import { noticeWeakRole } from './weak-role.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WEB_FOLDER = join(PROJECT, '.cache/web/dist');

/** What the operator reads on the terminal; logs go there too, as JSON lines. */
const log = (line: string) => process.stdout.write(`${line}\n`);

/** The database and the files need not lie on the same disk. */
const openPortalSpace = ({ dataDir, diskReserveMb }: Config) =>
  openDiskSpace({ folders: [dataDir, join(dataDir, 'files')], reserveBytes: diskReserveMb * BYTES_OF_MB });

type Stop = () => Promise<void>;

/** A statement of a call; the call itself ends at about the same time (server/http/deadline.ts). */
const LONGEST_STATEMENT_MS = 30_000;

const CALL_CONNECTIONS = 20;

/** As many as the lanes of server/jobs.ts and of mailings may hold at once, and two for the housekeeping. */
const WORKER_CONNECTIONS = 26;

async function boot(): Promise<Stop> {
  const config = readConfig(process.env, PROJECT);
  requireRealPayments(config.paymentProvider, process.env);
  await requireUsableMachine(config);
  for (const line of findMisspelledSettings(PROJECT)) log(line);
  await awaitDatabases(config, log);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const database = await openPortal(config, { log, onLost: () => process.exit(1) });
  const access = await openServerAccess(database);
  await database.handOver(access.url);
  const connection = connect(access.url, CALL_CONNECTIONS, { longestStatementMs: LONGEST_STATEMENT_MS });
  const ledgerSeal = await openLedger(connection.db, config, log);
  const storage = await openFileStorage(join(config.dataDir, 'files'), openPortalSpace(config));
  const pushKeys = await keepPushKeys(config.dataDir);
  const deps: Omit<Deps, 'log'> = {
    pushKey: pushKeys.publicKey,
    db: connection.db,
    storage,
    clock: systemClock,
    config,
    ecu: openEcuPool(),
    proofKey: await keepProofKey(config.dataDir),
    sessionSecret: config.sessionSecret ?? (await keepSecret(join(config.dataDir, 'session-secret'))),
  };
  await welcomeAdministrator(deps, log);
  if (config.demo) await growDemo(deps, database.ownerUrl, ledgerSeal);

  const app = await buildApp({
    deps,
    news: openNewsFeed(access.url, (error) => app.log.warn({ err: error }, 'the news were interrupted')),
    logger: { level: config.logLevel },
    webFolder: existsSync(join(WEB_FOLDER, 'index.html')) ? WEB_FOLDER : null,
  });
  // What the portal does by itself may take longer than a call. A mail or a push on its way holds its row, and so a
  // connection: servers that hang must not take those of the calls.
  const workerConnection = connect(access.url, WORKER_CONNECTIONS);
  useLedgerSeal(workerConnection.db, ledgerSeal);
  const workerDeps = { ...deps, db: workerConnection.db, log: app.log };
  await checkAccountSeals(workerDeps);
  await requireRoomToWrite(config.dataDir);
  const housekeeping = startHousekeeping(workerDeps);
  const fileCheck = startNightlyCheck(workerDeps);
  const stopping = new AbortController();
  const mailTransport = openMailTransport(config);
  const sendMail = boundBy(stopping.signal, mailTransport);
  const sendPush = openPushTransport(pushKeys, portalUrl(config));
  await resendWaiting(deps.db);
  await resendUnsettled(deps.db);
  await resendSandboxNotices(deps);
  await queueWaitingFiles(deps);
  const workers = await startWorkers(
    access.url,
    {
      'deliver-mail': (id) => deliverMail(workerDeps, sendMail, id),
      'send-mailing': (id, signal) => continueMailing(workerDeps, sendMail, { id, signal }),
      'identify-file': (id) => identifyFile(workerDeps, id),
      'deliver-push': (id) => deliverPush(workerDeps, sendPush, id),
      ...paymentWork(workerDeps),
    },
    (error) => app.log.error({ err: error }, 'a worker complains'),
  );
  await listenQuietly(app, config);
  const ledgerCheck = startLedgerCheck(workerDeps);
  if (config.smtpUrl === null)
    log('No mail server is set (SMTP_URL): mails stay here, and administrators read them at /outbox.');
  const payments = describePayments(config);
  if (payments !== null) log(payments);
  await noticePaymentMode(deps);
  await warnOfTestCredits(deps);
  await noticeWeakRole(deps, access.weakness, log);
  await noticeSlowSearch(deps, log);
  for (const address of addressesOf(config)) log(`Tunedesk is ready at ${address}`);
  // Node would only do so at an orderly end, and a portal may be killed for years.
  flushCompileCache();
  return async () => {
    stopping.abort();
    housekeeping.stop();
    await fileCheck.stop();
    await app.close();
    await ledgerCheck.stop();
    await workers.stop();
    mailTransport.close();
    await deps.ecu.close();
    await workerConnection.close();
    await connection.close();
    await database.stop();
  };
}

/** It dates rows of the ledger back, which only the owner can. */
async function growDemo(deps: Omit<Deps, 'log'>, ownerUrl: string, seal: LedgerSeal): Promise<void> {
  const owner = connect(ownerUrl, 4);
  useLedgerSeal(owner.db, seal);
  try {
    await seedDemo({ ...deps, db: owner.db }, log);
  } finally {
    await owner.close();
  }
}

/** Tried out before payments were real, and not paid for. */
async function warnOfTestCredits(deps: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const held = await findLeftTestCredits(deps);
  if (held === null || held.credits === 0) return;
  log(
    `WARNING: ${held.customers} customer(s) hold ${held.credits.toFixed(2)} CRS from the sandbox, which nobody paid for and which`,
  );
  log('can be spent. /admin/payments says what to do.');
}

/** What was paid is looked into only where something can be paid. */
function paymentWork(deps: Omit<Deps, 'log'>): Partial<Work> {
  const { paymentProvider: provider, host, port } = deps.config;
  if (provider === null) return {};
  const ownUrl = `http://${hostInUrl(OWN_HOST[host] ?? host)}:${port}`;
  const post = openNoticePost(ownUrl);
  return {
    'settle-payment': (id) => settleMessage(deps, (message) => provider.verify(message, { ownUrl }), id),
    ...(isSandbox(deps.config) && { 'send-sandbox-notice': (id: number) => deliverSandboxNotice(deps, post, id) }),
  };
}

/** By which name a program that listens everywhere reaches itself. */
const OWN_HOST: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** The addresses are printed below; the same as log lines would only hide them. */
async function listenQuietly(app: FastifyInstance, { port, host }: Config): Promise<void> {
  const level = app.log.level;
  app.log.level = 'warn';
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw listenProblem(error, { port, host });
  });
  app.log.level = level;
}

/** Where to point a browser: this machine, and the phone in the same network. */
function addressesOf({ publicUrl, host, port }: Config): string[] {
  if (publicUrl !== null) return [publicUrl];
  if (OWN_HOST[host] === undefined) return [`http://${hostInUrl(host)}:${port}`];
  const inNetwork = Object.values(networkInterfaces())
    .flat()
    .filter((face) => face !== undefined && face.family === 'IPv4' && !face.internal)
    .map((face) => `http://${face?.address}:${port}`);
  return [`http://localhost:${port}`, ...inNetwork];
}

function describeFailure(error: unknown): string {
  if (isNoSpaceError(error)) return 'The disk of the data folder (DATA_DIR) is full. Free some room and start again.';
  return error instanceof Error ? error.message : String(error);
}

let stopping: Promise<void> | undefined;

function stopOnce(running: Promise<Stop>): void {
  stopping ??= running
    .then((stop) => stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

const running = boot();
// When the launcher is gone, nothing would ever stop this program.
process.on('disconnect', () => stopOnce(running));
process.on('SIGINT', () => stopOnce(running));
process.on('SIGTERM', () => stopOnce(running));
running.catch((error: unknown) => {
  log(describeFailure(error));
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
