import type { Config } from '../../../server/config.ts';
import { portalUrl } from '../../../server/texts.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { FILMS } from '../films.ts';
import type { ApplicationConfiguration, setApplicationConfiguration as contract } from '../settings.calls.ts';
import { USE_COLUMNS, listServiceStates } from './stored-settings.ts';
import { plainTextOf, sanitise } from '../../../server/html/sanitise.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf } from '../../../contract/endpoint.ts';

/** Returns the texts an administrator wrote, and the addresses the operator configured. */
export async function getApplicationConfiguration({ db, config }: Deps): Promise<ApplicationConfiguration> {
  const { header_banner_text, uploader_text, shop_name, logo_url, ...uses } = await db
    .selectFrom('application_configuration')
    .select(['header_banner_text', 'uploader_text', 'shop_name', 'logo_url', ...USE_COLUMNS])
    .executeTakeFirstOrThrow();
  return {
    header_banner_text,
    uploader_text,
    shop_name,
    logo_url,
    time_zone: config.shopHours.timeZone,
    watch_video_url: config.watchVideoUrl ?? FILMS.watch.address,
    tutorial_video_url: config.tutorialVideoUrl ?? FILMS.tutorial.address,
    legal_notice: config.legalNotice,
    chat_url: config.chatUrl,
    revision_days: config.revisionDays,
    social_links: [...config.socialLinks],
    gain_url: config.gainUrl,
    google_client_id: config.google?.clientId ?? null,
    provider_name: config.provider?.name ?? null,
    services: listServiceStates(config, uses),
    checkout: checkoutOf(config),
    payments_off: config.paymentsOff,
    is_test_mode: config.isTestMode,
  };
}

/** The form that sells credits; portal addresses in it are the configured ones, never those of a request. */
function checkoutOf(config: Config): ApplicationConfiguration['checkout'] {
  const provider = config.paymentProvider;
  if (provider === null) return null;
  const { action, fields, customField, amountField } = provider.start(portalUrl(config));
  return {
    provider: provider.name,
    mode: provider.id,
    is_test: provider.isTest,
    action,
    fields: { ...fields },
    custom_field: customField,
    amount_field: amountField,
  };
}

/** Names of the fields in the list of changes. */
const NAMES = {
  header_banner_text: 'Banner Text',
  uploader_text: 'Uploader Text',
  shop_name: 'Shop Name',
  google_use: 'Sign in with Google',
  gain_use: 'Gain',
  social_use: 'Follow us',
  chat_use: 'Chat',
} as const;
const FIELDS = ['header_banner_text', 'uploader_text', 'shop_name', ...USE_COLUMNS] as const;

/** Sets what is given. Everybody who has the portal open sees it at once: the database announces it with the commit. */
export async function setApplicationConfiguration(
  { db }: Deps,
  actor: Actor,
  input: InputOf<typeof contract>,
): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('application_configuration')
      .select(FIELDS)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const changed: typeof before = { ...before, ...given };
    const after = {
      ...changed,
      header_banner_text: cleanText(changed.header_banner_text),
      uploader_text: cleanText(changed.uploader_text),
      shop_name: changed.shop_name || null,
    };
    await tx.updateTable('application_configuration').set(after).execute();
    for (const field of FIELDS) {
      const subject = { kind: 'CONFIGURATION', name: NAMES[field] } as const;
      await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from: before[field], to: after[field] });
    }
  });
  return { message: 'Updated successfully!' };
}

/** A text without visible content counts as none: a banner would replace the payment button with nothing (G-34). */
function cleanText(html: string | null): string | null {
  const clean = sanitise(html ?? '');
  return plainTextOf(clean) === '' ? null : clean;
}
