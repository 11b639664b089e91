import { portalUrl, type Config } from '../../../server/config.ts';
import type { Deps } from '../../../server/http/call.ts';
import { FILMS } from '../films.ts';
import type { ApplicationConfiguration } from '../settings.calls.ts';
import { USE_COLUMNS, listServiceStates } from './outside-services.ts';

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
