import type { ApplicationConfiguration } from '../../portal/settings/settings.contract.ts';

/** Reply of `/application-configuration` for a portal whose operator has set nothing. */
export const applicationConfiguration = (fields: Partial<ApplicationConfiguration> = {}): ApplicationConfiguration => ({
  header_banner_text: null,
  uploader_text: null,
  shop_name: null,
  logo_url: null,
  watch_video_url: null,
  tutorial_video_url: null,
  legal_notice: null,
  chat_url: null,
  revision_days: 14,
  social_links: [],
  gain_url: null,
  google_client_id: null,
  checkout: null,
  payments_off: null,
  is_test_mode: false,
  ...fields,
});
