import { portalUrl, type Config } from '../../../server/config.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { ApplicationConfiguration } from '../settings.contract.ts';

/** The texts an administrator wrote, and the addresses the operator configured. */
export async function getApplicationConfiguration({ db, config }: Deps): Promise<ApplicationConfiguration> {
  const texts = await db
    .selectFrom('application_configuration')
    .select(['header_banner_text', 'uploader_text'])
    .executeTakeFirstOrThrow();
  return {
    ...texts,
    watch_video_url: config.watchVideoUrl,
    tutorial_video_url: config.tutorialVideoUrl,
    legal_notice: config.legalNotice,
    chat_url: config.chatUrl,
    social_links: [...config.socialLinks],
    gain_url: config.gainUrl,
    google_client_id: config.google?.clientId ?? null,
    paypal: paypalForm(config),
    payments_off: config.paymentsOff,
    is_test_mode: config.isTestMode,
  };
}

/**
 * Addresses that PayPal and the buyer come back to; the portal's own, whatever a request says. The sandbox is on the
 * page that the buyer has open, by whichever name.
 */
function paypalForm(config: Config): ApplicationConfiguration['paypal'] {
  if (config.paypal === null) return null;
  const isSandbox = config.paypal.mode === 'sandbox';
  const portal = isSandbox ? '' : portalUrl(config);
  return {
    is_sandbox: isSandbox,
    checkout_url: config.paypal.checkoutUrl,
    hosted_button_id: config.paypal.buttonId,
    notify_url: `${portal}/api/paypal/ipn`,
    return_url: `${portal}/buy-credits?success=true`,
    cancel_url: `${portal}/buy-credits`,
  };
}
