import { join, resolve } from 'node:path';
import {
  readAddress,
  readFrameAddress,
  readAdminEmail,
  readDatabaseUrls,
  readMailFrom,
  readPublicUrl,
  readSmtpUrl,
  readTrustedProxies,
} from './config-addresses.ts';
import { readDeliveryDays, wholeNumber } from './config-numbers.ts';
import { readBackupConfig, type BackupConfig } from './backup/backup-config.ts';
import { readRetentionConfig, type RetentionConfig } from './retention-config.ts';
import { readStorageConfig, type StorageConfig } from './storage/storage-config.ts';
import { readTracesConfig, type TracesConfig } from './traces/traces-config.ts';

/** `web` serves the calls; a `worker` does the jobs, the mails and the housekeeping; `all` is both in one process. */
export type Role = 'all' | 'web' | 'worker';

/** What the operator may set about the server itself; `.env.example` lists every variable with its default. */
export interface ServerConfig extends StorageConfig, BackupConfig, RetentionConfig {
  /** What this process does: everything, or with others of one portal its part. */
  role: Role;
  port: number;
  host: string;
  /** Where people reach the portal; links and the printed address use it. Null: made from host and port. */
  publicUrl: string | null;
  dataDir: string;
  /** A PostgreSQL of the operator's; null starts the embedded one under `dataDir`. */
  databaseUrl: string | null;
  /** Who owns the tables there, for migrations; null: the role of `databaseUrl` does. */
  databaseOwnerUrl: string | null;
  /** The same database past a pooler in front of it; null: `databaseUrl` leads there itself. */
  databaseDirectUrl: string | null;
  /** Of a replica that lists are read from; null: there is none. */
  databaseReadUrl: string | null;
  /** After the request to stop, so long it goes on as before, but reports itself as not ready. */
  stopDelaySeconds: number;
  /** Then calls under way, such as uploads, may take so long. */
  drainSeconds: number;
  /** Seals the ledger; null: the data folder has a key of its own. */
  ledgerKey: string | null;
  /** Keys that sealed it before, for verifying. */
  ledgerKeysOld: readonly string[];
  adminEmail: string;
  /** Null: the first start makes one and prints it. */
  adminPassword: string | null;
  /** Null: generated once and stored with the other secrets. */
  sessionSecret: string | null;
  /** With it Prometheus reads `/metrics`; null: there is none. */
  metricsToken: string | null;
  /** Null: nothing is traced. */
  traces: TracesConfig | null;
  /** Encrypts the secrets in the database; null: the data folder has a key of its own. */
  secretsKey: string | null;
  /** required: without a confirmed e-mail address users may look, and not create anything. */
  activation: 'optional' | 'required';
  /** Null: mails are written as files under `dataDir`. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Days after delivery until a file counts as completed; 0 = never. */
  completeAfterDays: number;
  /** Days after the delivery in which a change may be asked for; 0: never. */
  revisionDays: number;
  /** The nightly check of the stored files reads no faster; 0 = there is none. */
  filesVerifyBytesPerSecond: number;
  /** Megabytes that have to stay free on the disk: below, uploads are refused. */
  diskReserveMb: number;
  /** What one customer can upload in 24 hours; 0 = no limit. Administrators have none. */
  uploadsPerDay: UploadsPerDay;
  /** The same while the e-mail address is not confirmed. */
  uploadsPerDayUnverified: UploadsPerDay;
  /** Of one customer; 0 = no limit. */
  uploadsAtOnce: number;
  watchVideoUrl: string | null;
  /** How DTC OFF is done. */
  tutorialVideoUrl: string | null;
  /** The law where the operator works; shown with DTC OFF. */
  legalNotice: string | null;
  /** Where a visitor can chat with people; opens beside the portal. */
  chatUrl: string | null;
  /** For the footer; only those that are set. */
  socialLinks: readonly { name: string; url: string }[];
  /** An external page that the Gain screen shows. */
  gainUrl: string | null;
  /** Sign in with Google; null: not set up. */
  google: GoogleConfig | null;
  /** Hosts of push services, with everything below them. */
  pushHosts: readonly string[];
  demo: boolean;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustedProxies: string | null;
}

/** Everything that can be set. A domain with settings of its own adds them beside their reader (`declare module`). */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- domains merge theirs into it
export interface Config extends ServerConfig {}

export interface UploadsPerDay {
  files: number;
  megabytes: number;
}

/** The networks a footer may lead to: SOCIAL_FACEBOOK_URL and so on. */
const NETWORKS = ['Facebook', 'Instagram', 'YouTube', 'TikTok', 'WhatsApp', 'Telegram', 'LinkedIn', 'X'];

export interface GoogleConfig {
  clientId: string;
  jwksUrl: string;
  /** Domains of organisations whose addresses Google hosts, in lower case; the operator vouches for them. */
  hostedDomains: readonly string[];
}

/** Of Chromium, Firefox, Safari and Edge. */
const PUSH_HOSTS = 'fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com';

export type Environment = Record<string, string | undefined>;

const readUploadsPerDay = (env: Environment, who: string, usual: UploadsPerDay): UploadsPerDay => ({
  files: wholeNumber(env, `UPLOADS_PER_DAY${who}`, usual.files, 1_000_000),
  megabytes: wholeNumber(env, `UPLOAD_MB_PER_DAY${who}`, usual.megabytes, 1_000_000),
});

/** Reads the server's own; throws a sentence naming the variable and the remedy when a value makes no sense. */
export function readServerConfig(env: Environment, projectDir: string): ServerConfig {
  const publicUrl = readPublicUrl(env);
  return {
    role: readRole(env),
    port: readPort(env),
    host: env.HOST || '0.0.0.0',
    publicUrl,
    dataDir: resolve(env.DATA_DIR || join(projectDir, 'data')),
    ...readStorageConfig(env, (name) => secret(env, name)),
    ...readBackupConfig(env, (name) => secret(env, name)),
    ...readRetentionConfig(env),
    ...readDatabaseUrls(env),
    stopDelaySeconds: wholeNumber(env, 'STOP_DELAY_SECONDS', 0, 600),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 60, 3600),
    ledgerKey: secret(env, 'LEDGER_KEY'),
    ledgerKeysOld: (env.LEDGER_KEYS_OLD || '').split(',').filter((key) => key !== ''),
    adminEmail: readAdminEmail(env),
    adminPassword: env.ADMIN_PASSWORD || null,
    sessionSecret: secret(env, 'SESSION_SECRET'),
    metricsToken: secret(env, 'METRICS_TOKEN'),
    traces: readTracesConfig(env),
    secretsKey: secret(env, 'SECRETS_KEY'),
    activation: oneOf(env, 'ACTIVATION', ['optional', 'required']),
    smtpUrl: readSmtpUrl(env, publicUrl),
    mailFrom: readMailFrom(env),
    ...readDeliveryDays(env),
    filesVerifyBytesPerSecond: wholeNumber(env, 'FILES_VERIFY_BYTES_PER_SECOND', 20_000_000, 999_999_999),
    diskReserveMb: wholeNumber(env, 'DISK_RESERVE_MB', 500, 1_000_000),
    uploadsPerDay: readUploadsPerDay(env, '', { files: 200, megabytes: 2000 }),
    uploadsPerDayUnverified: readUploadsPerDay(env, '_UNVERIFIED', { files: 10, megabytes: 100 }),
    uploadsAtOnce: wholeNumber(env, 'UPLOADS_AT_ONCE', 4, 1000),
    watchVideoUrl: readAddress(env, 'WATCH_VIDEO_URL'),
    tutorialVideoUrl: readAddress(env, 'TUTORIAL_VIDEO_URL'),
    legalNotice: env.LEGAL_NOTICE || null,
    chatUrl: readAddress(env, 'CHAT_URL'),
    socialLinks: socialLinks(env),
    gainUrl: readFrameAddress(env, 'GAIN_URL'),
    google: google(env),
    pushHosts: (env.PUSH_HOSTS || PUSH_HOSTS).split(',').map((host) => host.trim()),
    demo: env.DEMO === '1',
    logLevel: oneOf(env, 'LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    trustedProxies: readTrustedProxies(env),
  };
}

function readRole(env: Environment): Role {
  const role = oneOf(env, 'ROLE', ['all', 'web', 'worker']);
  if (role !== 'all' && !env.DATABASE_URL) {
    throw new Error(`ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process, with ROLE=all.`);
  }
  return role;
}

function readPort(env: Environment): number {
  const value = wholeNumber(env, 'PORT', 3000, 65_535);
  if (value === 0) throw new Error('PORT must be a whole number from 1 to 65535, such as PORT=3000.');
  return value;
}

/** The first is the default. */
function oneOf<Word extends string>(env: Environment, name: string, words: readonly [Word, ...Word[]]): Word {
  const word = words.find((candidate) => candidate === (env[name] || words[0]));
  if (word === undefined) throw new Error(`${name} must be one of ${words.join(', ')}, not "${env[name]}".`);
  return word;
}

function socialLinks(env: Environment): Config['socialLinks'] {
  return NETWORKS.flatMap((name) => {
    const url = readAddress(env, `SOCIAL_${name.toUpperCase()}_URL`);
    return url === null ? [] : [{ name, url }];
  });
}

function google(env: Environment): Config['google'] {
  const clientId = env.GOOGLE_CLIENT_ID;
  if (!clientId) return null;
  return {
    clientId,
    jwksUrl: readAddress(env, 'GOOGLE_JWKS_URL') ?? 'https://www.googleapis.com/oauth2/v3/certs',
    hostedDomains: hostedDomains(env.GOOGLE_HOSTED_DOMAINS ?? ''),
  };
}

function hostedDomains(text: string): string[] {
  const domains = text.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain));
  if (wrong !== undefined)
    throw new Error(`GOOGLE_HOSTED_DOMAINS must be domains such as example.com, not "${wrong}".`);
  return domains;
}

function secret(env: Environment, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  if (text.length < 32) throw new Error(`${name} must have at least 32 characters.`);
  return text;
}

/** Where links in mails point to: what the operator has set, never from a request. */
export function portalUrl({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}
