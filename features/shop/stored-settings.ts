import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';
import { visibleText } from '../../contract/visible-text.ts';

const MAX_ADDRESS_LENGTH = 2000;
const MAX_NOTE_LENGTH = 1000;
const MAX_DAYS = 36_500;
/** 30 days of 24 hours. */
const MAX_MINUTES = 43_200;

const atMost = (count: number) => z.maxLength(count, invalid('errors.fields.most_count_characters', { count }));

/** The host names only what a name may hold: it is also written into the policy of pages. */
const ADDRESS = /^https:\/\/[\p{L}\p{N}.-]+(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

const isAddress = (text: string): boolean =>
  ADDRESS.test(text) && z.safeParse(z.url({ protocol: /^https$/ }), text).success;

/** An address that every browser may show inside a page of https. Null or empty removes it. */
const Address = z.optional(
  z.nullable(
    z.string().check(
      z.trim(),
      atMost(MAX_ADDRESS_LENGTH),
      z.refine((text) => text === '' || isAddress(text), invalid('errors.settings.https_address')),
    ),
  ),
);

const MAX_LINE_LENGTH = 500;
const Line = z.optional(z.nullable(z.string().check(z.overwrite(visibleText), z.trim(), atMost(MAX_LINE_LENGTH))));

/** Whether it may be one without https is up to the operator (WEBHOOK_NETWORKS). */
const isIssuer = (text: string): boolean => /^https?:\/\/[^?#]+$/i.test(text) && z.safeParse(z.url(), text).success;

const Issuer = z.optional(
  z.nullable(
    z.string().check(
      z.trim(),
      atMost(MAX_ADDRESS_LENGTH),
      z.refine((text) => text === '' || isIssuer(text), invalid('errors.settings.https_address')),
    ),
  ),
);

const wholeUpTo = (most: number) => {
  const error = invalid('errors.settings.number_range', { most });
  return z.optional(z.nullable(z.int(error).check(z.minimum(0, error), z.maximum(most, error))));
};
const Days = wholeUpTo(MAX_DAYS);
const Minutes = wholeUpTo(MAX_MINUTES);

/** Addresses of the shop in social networks. */
export const SOCIAL_SETTINGS = [
  'social_facebook_url',
  'social_instagram_url',
  'social_youtube_url',
  'social_tiktok_url',
  'social_whatsapp_url',
  'social_telegram_url',
  'social_linkedin_url',
  'social_x_url',
] as const;

export const ADDRESS_SETTINGS = [
  'watch_video_url',
  'tutorial_video_url',
  'chat_url',
  'gain_url',
  ...SOCIAL_SETTINGS,
] as const;

const eachAddress = <Value>(value: Value) =>
  Object.fromEntries(ADDRESS_SETTINGS.map((name) => [name, value])) as Record<(typeof ADDRESS_SETTINGS)[number], Value>;

/** What a shop decides. Null: the default applies, which is the value of the former variable where it is still set. */
export const StoredSettings = z.object({
  ...eachAddress(Address),
  google_client_id: z.optional(
    z.nullable(
      z
        .string()
        .check(z.trim(), atMost(MAX_ADDRESS_LENGTH), z.regex(/^[\w.-]*$/, invalid('errors.settings.google_client_id'))),
    ),
  ),
  /** An identity provider beside Google (OpenID Connect); all four together. */
  provider_name: Line,
  provider_issuer: Issuer,
  provider_client_id: Line,
  /** Written and never read again. */
  provider_client_secret: Line,
  legal_notice: z.optional(z.nullable(z.string().check(z.overwrite(visibleText), z.trim(), atMost(MAX_NOTE_LENGTH)))),
  /** Whether an account with an unconfirmed e-mail address may create anything. */
  activation: z.optional(z.nullable(z.enum(['optional', 'required']))),
  /** Whether staff have to add a second factor before they can do anything else. */
  second_factor: z.optional(z.nullable(z.enum(['optional', 'required']))),
  /** After so many minutes without use a session ends; 0 = it lasts its full time. */
  idle_minutes_staff: Minutes,
  idle_minutes_customers: Minutes,
  complete_after_days: Days,
  revision_days: Days,
  /** How long a file may wait in each status, and a ticket for a reply, in open minutes; 0 = no target. */
  target_pending_minutes: Minutes,
  target_in_progress_minutes: Minutes,
  target_processed_minutes: Minutes,
  target_ticket_minutes: Minutes,
});
export type StoredSettings = z.output<typeof StoredSettings>;

/** What applies now, without the secret: an address from a former variable may also be one of http. */
export const AppliedSettings = z.object({
  ...z.omit(StoredSettings, { provider_client_secret: true }).shape,
  ...eachAddress(z.optional(z.nullable(z.string()))),
  provider_issuer: z.optional(z.nullable(z.string())),
});
export type SettingName = keyof StoredSettings;

/** The values that apply now: null where there is none. */
export type ShopValues = { [Name in SettingName]: NonNullable<StoredSettings[Name]> | null };
