import { FILMS } from '../../features/shop/films.ts';
import type { ApplicationConfiguration } from '../../features/shop/settings.calls.ts';

/** Reply of `/application-configuration` for a portal whose operator has set nothing. */
export const applicationConfiguration = (fields: Partial<ApplicationConfiguration> = {}): ApplicationConfiguration => ({
  header_banner_text: null,
  uploader_text: null,
  shop_name: null,
  logo_url: null,
  time_zone: 'Europe/Skopje',
  watch_video_url: FILMS.watch.address,
  tutorial_video_url: FILMS.tutorial.address,
  legal_notice: null,
  chat_url: null,
  revision_days: 14,
  social_links: [],
  gain_url: null,
  google_client_id: null,
  provider_name: null,
  services: {
    google: fields.google_client_id ? 'SET_UP' : 'UNDECIDED',
    gain: fields.gain_url ? 'SET_UP' : 'UNDECIDED',
    social: fields.social_links?.length ? 'SET_UP' : 'UNDECIDED',
    chat: fields.chat_url ? 'SET_UP' : 'UNDECIDED',
  },
  checkout: null,
  payments_off: null,
  is_test_mode: false,
  ...fields,
});

/** The decisions of a shop that uses no service of others. */
export const NOTHING_USED = { google: 'NOT_USED', gain: 'NOT_USED', social: 'NOT_USED', chat: 'NOT_USED' } as const;
