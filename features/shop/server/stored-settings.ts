import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import { type Config, NETWORKS } from '../../../server/config.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { Refusal } from '../../../contract/refusal.ts';
import { refuseUrl } from '../../webhooks/server/webhook-addresses.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { TARGET_KINDS } from '../../staff/work/target-kinds.ts';
import { type SettingName, type ShopValues, StoredSettings } from '../stored-settings.ts';
import { applyStoredHours } from './stored-hours.ts';
import { OUTSIDE_SERVICES, type OutsideService, type ServiceState } from '../settings.calls.ts';

declare module '../../../server/config.ts' {
  interface Config {
    /** Whether staff need a second factor; missing: no. The log-in itself reads what is stored. */
    secondFactor?: 'optional' | 'required';
    /** How long a session may stay unused, in minutes; missing or 0: its full time. Sessions read what is stored. */
    idleMinutes?: { staff: number | null; customers: number | null };
    /** The identity provider of the shop beside Google. Missing or null: there is none. */
    provider?: ProviderAccess | null;
    /** What applies where nothing is stored, and the stored settings as they were last read. */
    shopDefaults?: { values: ShopValues; stored: string };
  }
}

export interface ProviderAccess {
  issuer: string;
  clientId: string;
  /** Encrypted. */
  clientSecret: string;
  /** What the button says. */
  name: string;
}

/** Within this time, the other processes of the portal have read a change. */
const READ_EVERY_MS = 30_000;

const NAMES = Object.keys(StoredSettings.shape) as SettingName[];

const IDLE = ['idle_minutes_staff', 'idle_minutes_customers'] as const;

type Kept = Partial<ShopValues>;

async function findStored(db: Database): Promise<Kept> {
  const row = await db.selectFrom('application_configuration').select('shop_settings').executeTakeFirst();
  return row?.shop_settings ?? {};
}

const socialName = (network: string) => `social_${network.toLowerCase()}_url` as SettingName;
const targetName = (kind: string) => `target_${kind.toLowerCase()}_minutes` as SettingName;

/** Returns the values of a configuration under the names of the settings. */
function readValues(config: Config): ShopValues {
  const links = NETWORKS.map((network) => [
    socialName(network),
    config.socialLinks.find(({ name }) => name === network)?.url ?? null,
  ]);
  const targets = TARGET_KINDS.map((kind) => [targetName(kind), config.targetTimes[kind] ?? 0]);
  return {
    watch_video_url: config.watchVideoUrl,
    tutorial_video_url: config.tutorialVideoUrl,
    chat_url: config.chatUrl,
    gain_url: config.gainUrl,
    google_client_id: config.google?.clientId ?? null,
    provider_name: config.provider?.name ?? null,
    provider_issuer: config.provider?.issuer ?? null,
    provider_client_id: config.provider?.clientId ?? null,
    provider_client_secret: null,
    legal_notice: config.legalNotice,
    activation: config.activation,
    second_factor: config.secondFactor ?? 'optional',
    idle_minutes_staff: config.idleMinutes?.staff ?? 0,
    idle_minutes_customers: config.idleMinutes?.customers ?? 0,
    complete_after_days: config.completeAfterDays,
    revision_days: config.revisionDays,
    ...Object.fromEntries([...links, ...targets]),
  } as ShopValues;
}

/** Writes the values into the configuration, where everything else finds them. */
function writeValues(config: Config, values: ShopValues): void {
  const { google_client_id: clientId } = values;
  Object.assign(config, {
    watchVideoUrl: values.watch_video_url,
    tutorialVideoUrl: values.tutorial_video_url,
    chatUrl: values.chat_url,
    gainUrl: values.gain_url,
    google: clientId === null ? null : { ...config.googleAccess, clientId },
    provider: readProvider(values),
    legalNotice: values.legal_notice,
    activation: values.activation,
    secondFactor: values.second_factor,
    idleMinutes: { staff: values.idle_minutes_staff, customers: values.idle_minutes_customers },
    completeAfterDays: values.complete_after_days,
    revisionDays: values.revision_days,
    socialLinks: NETWORKS.flatMap((name) => {
      const url = values[socialName(name)];
      return url === null ? [] : [{ name, url }];
    }),
    targetTimes: Object.fromEntries(
      TARGET_KINDS.flatMap((kind) => {
        const minutes = values[targetName(kind)];
        return minutes === 0 ? [] : [[kind, minutes]];
      }),
    ),
  } as Partial<Config>);
}

/** There is a provider once all that it needs is stored. */
function readProvider(values: ShopValues): ProviderAccess | null {
  const { provider_name: name, provider_issuer: issuer, provider_client_id: clientId } = values;
  const { provider_client_secret: clientSecret } = values;
  return name && issuer && clientId && clientSecret ? { name, issuer, clientId, clientSecret } : null;
}

/** Refuses a provider that may not be asked, and encrypts what it knows the portal by. */
async function prepareProvider(
  { config }: Pick<Deps, 'config'>,
  input: StoredSettings,
  { encryptSecret }: Pick<Consequences, 'encryptSecret'>,
): Promise<StoredSettings> {
  const { provider_issuer: issuer, provider_client_secret: secret } = input;
  const refused = issuer ? refuseUrl(issuer, config.webhookNetworks) : null;
  if (refused === 'PRIVATE') throw new Refusal('errors.webhooks.url_private', 'provider_issuer');
  if (refused === 'INSECURE') throw new Refusal('errors.settings.https_address', 'provider_issuer');
  return secret ? { ...input, provider_client_secret: await encryptSecret(secret) } : input;
}

/** Reads what the shop has stored into the configuration; what the process was started with applies where nothing is. */
export async function applyStoredSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await applyStoredHours({ db, config });
  const found = await findStored(db);
  const stored = JSON.stringify(found);
  const { values, stored: before } = (config.shopDefaults ??= { values: readValues(config), stored: '{}' });
  if (stored === before) return;
  config.shopDefaults = { values, stored };
  writeValues(config, { ...values, ...found });
}

/** Follows the stored settings from the start of a process on; `stop` ends it. */
export async function followStoredSettings(deps: Pick<Deps, 'db' | 'config' | 'log'>): Promise<{ stop(): void }> {
  const read = () =>
    applyStoredSettings(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the settings of the shop could not be read'),
    );
  await read();
  const timer = setInterval(() => void read(), READ_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function getStoredSettings(deps: Deps): Promise<ShopValues> {
  await applyStoredSettings(deps);
  return readValues(deps.config);
}

interface Consequences {
  /** Encrypts what the identity provider knows the portal by. */
  encryptSecret: (secret: string) => Promise<string>;
  /** What follows from the rule that staff need a second factor, or a refusal. */
  requireSecondFactor: (tx: Transaction<Schema>) => Promise<void>;
  /** Called when another time counts for unused sessions. */
  applyIdleTime: (tx: Transaction<Schema>) => Promise<void>;
}

export async function setStoredSettings(
  deps: Deps,
  actor: Actor,
  asked: StoredSettings,
  { requireSecondFactor, applyIdleTime, encryptSecret }: Consequences,
): Promise<{ message: string }> {
  const input = await prepareProvider(deps, asked, { encryptSecret });
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('application_configuration').select('only_one').forUpdate().executeTakeFirstOrThrow();
    const before = await findStored(tx);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    if (input.second_factor === 'required' && before.second_factor !== 'required') {
      await requireSecondFactor(tx);
    }
    const merged = { ...before, ...forgetSecret(before, input), ...Object.fromEntries(given) };
    const after = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== ''));
    await tx
      .updateTable('application_configuration')
      .set({ shop_settings: JSON.stringify(after) })
      .execute();
    if (IDLE.some((name) => before[name] !== (after as Kept)[name])) await applyIdleTime(tx);
    for (const name of NAMES) {
      const subject = { kind: 'CONFIGURATION', name: titleOf(name) } as const;
      const [from, to] = [before[name], (after as Kept)[name]].map((value) =>
        value === undefined ? null : showValue(name, value),
      );
      await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from: from ?? null, to: to ?? null });
    }
  });
  return { message: 'Updated successfully!' };
}

/** The secret is for the provider it was entered for: whoever may change settings cannot have it sent elsewhere. */
const forgetSecret = ({ provider_issuer: before = null }: Kept, { provider_issuer: issuer }: StoredSettings) =>
  before === null || issuer === undefined || issuer === before ? {} : { provider_client_secret: null };

/** A secret is in the list of changes by its end alone, which differs with every change. */
const showValue = (name: SettingName, value: unknown): string =>
  name === 'provider_client_secret' ? `•••${String(value).slice(-4)}` : String(value);

/** Returns the name of a setting in the list of changes: `watch_video_url` is “Watch Video Url”. */
const titleOf = (name: SettingName): string =>
  name.replaceAll('_', ' ').replace(/(?:^| )[a-z]/g, (start) => start.toUpperCase());

export type StoredUses = Readonly<Record<`${OutsideService}_use`, 'NOT_USED' | null>>;

export const USE_COLUMNS = OUTSIDE_SERVICES.map((service) => `${service}_use` as const);

const IS_SET_UP: Readonly<Record<OutsideService, (config: Config) => boolean>> = {
  google: ({ google }) => google !== null,
  gain: ({ gainUrl }) => gainUrl !== null,
  social: ({ socialLinks }) => socialLinks.length > 0,
  chat: ({ chatUrl }) => chatUrl !== null,
};

/** Returns the state of each service. An address that is set counts more than the decision not to use the service. */
export const listServiceStates = (config: Config, uses: StoredUses): Record<OutsideService, ServiceState> =>
  Object.fromEntries(
    OUTSIDE_SERVICES.map((service) => [
      service,
      IS_SET_UP[service](config) ? 'SET_UP' : (uses[`${service}_use`] ?? 'UNDECIDED'),
    ]),
  ) as Record<OutsideService, ServiceState>;
