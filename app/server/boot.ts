import type { FastifyInstance } from 'fastify';
import { storeBuiltInRoles } from '../../features/accounts/staff-roles/server/staff-roles.ts';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { pluralize } from '../../contract/amounts.ts';
import { useLedgerSeal, type LedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import {
  describePayments,
  noticePaymentMode,
  requireRealPayments,
} from '../../features/payments/server/payment-config.ts';
import { findLeftTestCredits } from '../../features/payments/server/payments.ts';
import { listAddresses, ownUrlOf } from './addresses.ts';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { createReadiness, type Readiness } from './health.ts';
import { buildWorkerServer, stopServing } from './worker-server.ts';
import type { Config } from '../../server/config.ts';
import { readConfig, startTracing } from './read-config.ts';
import { openServerAccess, type ServerAccess } from '../../server/database/access.ts';
import { awaitDatabases } from '../../server/database/await-database.ts';
import { connect } from '../../server/database/connect.ts';
import { openDatabaseClock } from '../../server/database/database-clock.ts';
import type { Replica } from '../../server/database/replica.ts';
import { openEventFeed } from '../../server/events/event-feed.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { noticeSlowSearch, noticeWeakRole, welcomeAdministrator } from './first-administrator.ts';
import type { Deps } from '../../server/http/call.ts';
import { listenQuietly } from '../../server/http/connections.ts';
import { openPortal } from '../../server/installation/open-portal.ts';
import { listFormerSettings } from '../../server/former-settings.ts';
import { openSecrets, type Secrets } from '../../server/secrets.ts';
import { findMisspelledSettings } from '../../server/misspelled-settings.ts';
import { requireUsableMachine } from '../../server/preflight.ts';
import { loadOrCreateProofKey } from '../../server/proof-key.ts';
import { loadOrCreatePushKeys } from '../../server/push/transport.ts';
import { releaseMemoryWhenIdle } from '../../server/release-memory.ts';
import { isNoSpaceError } from '../../server/storage/disk-space.ts';
import { openPortalSpace, openStorage } from '../../server/storage/open-storage.ts';
import { applyStoredSettings } from '../../features/shop/server/stored-settings.ts';
import { noteShopSettings } from '../../features/shop/reports/server/reports.ts';
import { openListReplica } from '../../server/database/replica.ts';
import { openEcuWork } from './open-ecu-work.ts';
import { requireBackupSchedule } from './scheduled-backups.ts';
import { checkLedgerQuietly, checkSeals } from './whole-ledger.ts';

// Makes memory outside V8's heap, such as chunks of uploads, start a collection when it has grown by a share of all memory
// instead of by 64 MB: each visits everything the process holds, and 20 uploads of 20 MB caused four a second.
setFlagsFromString('--external-memory-accounted-in-global-limit');

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WEB_FOLDER = join(PROJECT, '.cache/web/dist');

/** Writes a line for the operator to the terminal; logs go there too, as JSON lines. */
const log = (line: string) => process.stdout.write(`${line}\n`);

type Stop = () => Promise<void>;

/** Limit for a statement of a call; the call itself ends at about the same time (server/http/deadline.ts). */
const STATEMENT_TIMEOUT_MS = 30_000;
const CALL_CONNECTIONS = 20;

async function boot(): Promise<Stop> {
  const config = readConfig(process.env, PROJECT);
  requireRealPayments(config.paymentProvider, process.env);
  requireBackupSchedule(config);
  const stopTraces = await startTracing(config, log);
  await requireUsableMachine(config);
  for (const line of [...findMisspelledSettings(PROJECT, process.env), ...listFormerSettings(process.env)]) log(line);
  await awaitDatabases(config, log);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const database = await openPortal(config, { log, onLost: () => process.exit(1), olderCluster: copyOlderCluster });
  const access = await openServerAccess(database, config.secretsKey);
  await database.moveClaim(access.directUrl);
  const isPooled = access.url !== access.directUrl;
  const connection = connect(access.url, CALL_CONNECTIONS, { statementTimeoutMs: STATEMENT_TIMEOUT_MS, isPooled });
  const ledgerSeal = await openLedger(connection.db, config, log);
  const secrets = await openSecrets(connection.db, config);
  const pushKeys = await loadOrCreatePushKeys(secrets);
  const metrics =
    config.metricsToken === null ? null : (await import('./publish-metrics.ts')).openPortalMetrics(connection);
  const deps = await openDeps(config, connection.db, { secrets, pushKeys, metrics, access });
  await applyStoredSettings(deps);
  await noteShopSettings(deps);
  await storeBuiltInRoles(deps);
  await welcomeAdministrator(deps, log);
  if (config.demo) await seedDemoWorld(deps, database.ownerUrl, ledgerSeal);
  await database.endStart();

  const readiness = createReadiness();
  const replica = openListReplica(deps, access, log);
  const app = await buildServer(deps, access.directUrl, { readiness, metrics, replica });
  await checkSeals({ log: app.log }, access.directUrl, ledgerSeal);
  const means = { access, ledgerSeal, pushKeys };
  const background = config.role === 'web' ? null : await startBackground({ ...deps, log: app.log }, means);
  await listenQuietly(app, config);
  void deps.ecu.warm();
  releaseMemoryWhenIdle();
  await background?.resume();
  await printNotices(deps, access.weakness);
  // Node itself does so only on an orderly exit, and for years a portal may only ever be killed.
  flushCompileCache();
  return async () => {
    await stopServing(app, { config, readiness, background });
    await deps.ecu.close();
    await replica?.close();
    await connection.close();
    await database.stop();
    await stopTraces?.();
  };
}

/** What the program reports about itself, and the replica that it reads lists from. */
interface Signals {
  replica: Replica | null;
  readiness: Readiness;
  metrics: Metrics | null;
}

/** Builds the server: the whole portal, or for a worker only its health endpoints. */
function buildServer(
  deps: Omit<Deps, 'log'>,
  databaseUrl: string,
  { readiness, metrics, replica }: Signals,
): Promise<FastifyInstance> {
  const { config } = deps;
  const logger = { level: config.logLevel };
  if (config.role === 'worker') return buildWorkerServer({ deps, logger, readiness, metrics });
  const built = buildApp({
    deps,
    feed: openEventFeed(databaseUrl, (error) => void built.then((app) => warnOfEvents(app, error))),
    logger,
    readiness,
    metrics,
    replica,
    webFolder: existsSync(join(WEB_FOLDER, 'index.html')) ? WEB_FOLDER : null,
  });
  return built;
}

const warnOfEvents = (app: FastifyInstance, error: unknown) =>
  app.log.warn({ err: error }, 'the events for browsers were interrupted');

interface Opened {
  secrets: Secrets;
  pushKeys: Awaited<ReturnType<typeof loadOrCreatePushKeys>>;
  metrics: Metrics | null;
  access: ServerAccess;
}

const makeSecret = () => randomBytes(32).toString('base64url');

const openDeps = async (
  config: Config,
  db: Deps['db'],
  { secrets, pushKeys, metrics, access: { directUrl } }: Opened,
): Promise<Omit<Deps, 'log'>> => {
  const storage = await openStorage(config, openPortalSpace(config));
  return {
    pushKey: pushKeys.publicKey,
    db,
    storage,
    clock: await openDatabaseClock(db),
    config,
    ecu: openEcuWork(config, { db, storage, directUrl, metrics, onError: (error) => log(describeFailure(error)) }),
    proofKey: await loadOrCreateProofKey(secrets),
    sessionSecret: config.sessionSecret ?? (await secrets.keep('session-secret', makeSecret)).trim(),
    webhookSecret: await secrets.keep('webhook-secret', makeSecret),
  };
};

/** Prints what the operator should know about this start, and where the portal is. */
async function printNotices(deps: Omit<Deps, 'log'>, weakness: ServerAccess['weakness']): Promise<void> {
  const { config } = deps;
  if (config.smtpUrl === null)
    log('No mail server is set (SMTP_URL): mails stay here, and administrators read them at /outbox.');
  const payments = describePayments(config);
  if (payments !== null) log(payments);
  await noticePaymentMode(deps);
  await warnOfTestCredits(deps);
  await noticeWeakRole(deps, weakness, log);
  await noticeSlowSearch(deps, log);
  if (config.role === 'worker') log(`Tunedesk is ready at ${ownUrlOf(config)}/api/health and works (ROLE=worker)`);
  else for (const address of listAddresses(config)) log(`Tunedesk is ready at ${address}`);
}

async function copyOlderCluster(from: string, to: string): Promise<void> {
  const { copyDatabase } = await import('../../server/backup/copy-rows.ts');
  await copyDatabase(checkLedgerQuietly, log)(from, to);
}

/** Connects as the owner: only that role can date rows of the ledger back. */
async function seedDemoWorld(deps: Omit<Deps, 'log'>, ownerUrl: string, seal: LedgerSeal): Promise<void> {
  const { seedDemo } = await import('../demo/server/demo.ts');
  const owner = connect(ownerUrl, 4);
  useLedgerSeal(owner.db, seal);
  try {
    await seedDemo({ ...deps, db: owner.db }, log);
  } finally {
    await owner.close();
  }
}

/** Warns of credits from trying the portal out before payments were real, which were not paid for. */
async function warnOfTestCredits(deps: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const held = await findLeftTestCredits(deps);
  if (held === null || held.credits === 0) return;
  log(
    `WARNING: ${pluralize(held.customers, 'customer holds', 'customers hold')} ${held.credits.toFixed(2)} CRS from the sandbox, which were not paid for and which`,
  );
  log('can be spent. /admin/payments says what to do.');
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
// Once the launcher is gone, nothing else would ever stop this program.
process.on('disconnect', () => stopOnce(running));
process.on('SIGINT', () => stopOnce(running));
process.on('SIGTERM', () => stopOnce(running));
running.catch((error: unknown) => {
  log(describeFailure(error));
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
