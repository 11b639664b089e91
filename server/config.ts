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
import { readDeliveryDays, readDiskReserve, readNumbers, readWholeNumber } from './config-numbers.ts';
import { translateFormerSettings } from './former-settings.ts';
import { readBackupConfig, type BackupConfig } from './backup/backup-config.ts';
import { readRetentionConfig, type RetentionConfig } from './retention-config.ts';
import { readStorageConfig, type StorageConfig } from './storage/s3/place.ts';
import { readTracesConfig, type TracesConfig } from './traces/traces-config.ts';

/** `web` serves the calls; a `worker` handles jobs, mails and housekeeping; `all` does both in one process. */
export type Role = 'all' | 'web' | 'worker';

/** The operator's settings for the server itself; `.env.example` lists every variable with its default. */
export interface ServerConfig extends StorageConfig, BackupConfig, RetentionConfig {
  /** What this process does: everything, or its part when a portal runs as several processes. */
  role: Role;
  port: number;
  host: string;
  /**
   * The address at which people reach the portal, for links and the printed address. Null: built from host and port.
   */
  publicUrl: string | null;
  dataDir: string;
  /** The operator's PostgreSQL; null starts the embedded one under `dataDir`. */
  databaseUrl: string | null;
  /** Connects as the owner of the tables, for migrations; null: the role of `databaseUrl` owns them. */
  databaseOwnerUrl: string | null;
  /** The same database, bypassing the pooler in front of it; null: `databaseUrl` already connects directly. */
  databaseDirectUrl: string | null;
  /** A read replica used for lists; null: there is none. */
  databaseReadUrl: string | null;
  /** How long the process goes on as before after the request to stop, while it reports itself as not ready. */
  stopDelaySeconds: number;
  /** Key that seals the ledger; null: the data folder has a key of its own. */
  ledgerKey: string | null;
  /** Earlier ledger keys, for verifying what they sealed. */
  ledgerKeysOld: readonly string[];
  adminEmail: string;
  /** Null: the first start generates a password and prints it. */
  adminPassword: string | null;
  /** Secret of the sessions; null: generated once and stored with the other secrets. */
  sessionSecret: string | null;
  /** Token with which Prometheus reads `/metrics`; null: there is no such page. */
  metricsToken: string | null;
  /** Where traces are sent; null: nothing is traced. */
  traces: TracesConfig | null;
  /** Key that encrypts the secrets in the database; null: the data folder has a key of its own. */
  secretsKey: string | null;
  /** `required`: users without a confirmed e-mail address may look around but not create anything. */
  activation: 'optional' | 'required';
  /** URL of the mail server; null: mails are written as files under `dataDir`. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Days after delivery until a file counts as completed; 0 = never. */
  completeAfterDays: number;
  /** Days after the delivery in which a revision may be requested; 0: never. */
  revisionDays: number;
  /** Maximum speed of the nightly check of the stored files; 0 = no check. */
  filesVerifyBytesPerSecond: number;
  /** Megabytes that must stay free on the disk; below that, uploads are refused. */
  diskReserveMb: number;
  /** What one customer may upload in 24 hours; 0 = no limit. It does not apply to administrators. */
  uploadsPerDay: UploadsPerDay;
  /** The same limits while the customer's e-mail address is not confirmed. */
  uploadsPerDayUnverified: UploadsPerDay;
  /** Uploads that one customer may run at the same time; 0 = no limit. */
  uploadsAtOnce: number;
  watchVideoUrl: string | null;
  /** A video that shows how DTC OFF is done. */
  tutorialVideoUrl: string | null;
  /** A note on the law where the operator works; shown with DTC OFF. */
  legalNotice: string | null;
  /** The page where a visitor can chat with people; opens beside the portal. */
  chatUrl: string | null;
  /** Links in the footer; contains only those that are set. */
  socialLinks: readonly { name: string; url: string }[];
  /** An external page that the Gain screen shows. */
  gainUrl: string | null;
  /** Sign in with Google; null: not set up. */
  google: GoogleConfig | null;
  /** What the operator sets for it; the client id may be entered later. */
  googleAccess: Omit<GoogleConfig, 'clientId'>;
  /** Allowed hosts of push services, including all their subdomains. */
  pushHosts: readonly string[];
  demo: boolean;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Proxies in front of the portal whose X-Forwarded-For is trusted. */
  trustedProxies: string | null;
}

/** All settings. A domain with settings of its own adds them next to the code that reads them (`declare module`). */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- domains merge theirs into it
export interface Config extends ServerConfig {}

export interface UploadsPerDay {
  files: number;
  megabytes: number;
}

/** The networks that the footer can link to. */
export const NETWORKS = [
  'Facebook',
  'Instagram',
  'YouTube',
  'TikTok',
  'WhatsApp',
  'Telegram',
  'LinkedIn',
  'X',
] as const;

export interface GoogleConfig {
  clientId: string;
  jwksUrl: string;
  /** Domains, in lower case, whose mail addresses Google hosts for an organisation; the operator vouches for them. */
  hostedDomains: readonly string[];
}

/** What calls under way, such as uploads, have to finish when the process stops. */
export const TIMEOUT_DRAIN_SECONDS = 60;

/** The push services of Chromium, Firefox, Safari and Edge. */
const PUSH_HOSTS = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'];

export type Environment = Record<string, string | undefined>;

const UPLOAD_LIMITS = { files: 200, megabytes: 2000, unverified_files: 10, unverified_megabytes: 100, at_once: 4 };

function readUploadLimits(env: Environment) {
  const limits = readNumbers(env, 'UPLOAD_LIMITS', UPLOAD_LIMITS, 1_000_000);
  return {
    uploadsPerDay: { files: limits.files, megabytes: limits.megabytes },
    uploadsPerDayUnverified: { files: limits.unverified_files, megabytes: limits.unverified_megabytes },
    uploadsAtOnce: limits.at_once,
  };
}

/**
 * Reads the server's own settings; throws a sentence naming the variable and the remedy when a value makes no sense.
 */
export function readServerConfig(given: Environment, projectDir: string): ServerConfig {
  const env = translateFormerSettings(given);
  const publicUrl = readPublicUrl(env);
  return {
    role: readRole(env),
    port: readPort(env),
    host: env.HOST || '0.0.0.0',
    publicUrl,
    dataDir: resolve(env.DATA_DIR || join(projectDir, 'data')),
    ...readStorageConfig(env, (name) => readSecretSetting(env, name)),
    ...readBackupConfig(env, (name) => readSecretSetting(env, name)),
    ...readRetentionConfig(env),
    ...readDatabaseUrls(env),
    stopDelaySeconds: readWholeNumber(env, 'STOP_DELAY_SECONDS', 0, 600),
    ledgerKey: readSecretSetting(env, 'LEDGER_KEY'),
    ledgerKeysOld: (env.LEDGER_KEYS_OLD || '').split(',').filter((key) => key !== ''),
    adminEmail: readAdminEmail(env),
    adminPassword: env.ADMIN_PASSWORD || null,
    sessionSecret: readSecretSetting(env, 'SESSION_SECRET'),
    metricsToken: readSecretSetting(env, 'METRICS_TOKEN'),
    traces: readTracesConfig(env),
    secretsKey: readSecretSetting(env, 'SECRETS_KEY'),
    activation: readChoice(env, 'ACTIVATION', ['optional', 'required']),
    smtpUrl: readSmtpUrl(env, publicUrl),
    mailFrom: readMailFrom(env),
    ...readDeliveryDays(env),
    filesVerifyBytesPerSecond: readWholeNumber(env, 'FILES_VERIFY_BYTES_PER_SECOND', 20_000_000, 999_999_999),
    diskReserveMb: readDiskReserve(env),
    ...readUploadLimits(env),
    watchVideoUrl: readAddress(env, 'WATCH_VIDEO_URL'),
    tutorialVideoUrl: readAddress(env, 'TUTORIAL_VIDEO_URL'),
    legalNotice: env.LEGAL_NOTICE || null,
    chatUrl: readAddress(env, 'CHAT_URL'),
    socialLinks: readSocialLinks(env),
    gainUrl: readFrameAddress(env, 'GAIN_URL'),
    google: env.GOOGLE_CLIENT_ID ? { clientId: env.GOOGLE_CLIENT_ID, ...readGoogleAccess(env) } : null,
    googleAccess: readGoogleAccess(env),
    pushHosts: PUSH_HOSTS,
    demo: env.DEMO === '1',
    logLevel: readChoice(env, 'LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    trustedProxies: readTrustedProxies(env),
  };
}

function readRole(env: Environment): Role {
  const role = readChoice(env, 'ROLE', ['all', 'web', 'worker']);
  if (role !== 'all' && !env.DATABASE_URL) {
    throw new Error(`ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process, with ROLE=all.`);
  }
  return role;
}

function readPort(env: Environment): number {
  const value = readWholeNumber(env, 'PORT', 3000, 65_535);
  if (value === 0) throw new Error('PORT must be a whole number from 1 to 65535, such as PORT=3000.');
  return value;
}

/** Reads one of the given words; the first is the default. */
function readChoice<Word extends string>(env: Environment, name: string, words: readonly [Word, ...Word[]]): Word {
  const word = words.find((candidate) => candidate === (env[name] || words[0]));
  if (word === undefined) throw new Error(`${name} must be one of ${words.join(', ')}, not "${env[name]}".`);
  return word;
}

function readSocialLinks(env: Environment): Config['socialLinks'] {
  return NETWORKS.flatMap((name) => {
    const url = readAddress(env, `SOCIAL_${name.toUpperCase()}_URL`);
    return url === null ? [] : [{ name, url }];
  });
}

const readGoogleAccess = (env: Environment): Config['googleAccess'] => ({
  jwksUrl: readAddress(env, 'GOOGLE_JWKS_URL') ?? 'https://www.googleapis.com/oauth2/v3/certs',
  hostedDomains: hostedDomains(env.GOOGLE_HOSTED_DOMAINS ?? ''),
});

function hostedDomains(text: string): string[] {
  const domains = text.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain));
  if (wrong !== undefined)
    throw new Error(`GOOGLE_HOSTED_DOMAINS must be domains such as example.com, not "${wrong}".`);
  return domains;
}

function readSecretSetting(env: Environment, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  if (text.length < 32) throw new Error(`${name} must have at least 32 characters.`);
  return text;
}
