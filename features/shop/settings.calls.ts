import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing } from '../../contract/fields.ts';
import { SetApplicationConfiguration } from './shop-settings.ts';
import { refusal } from '../../contract/refusal.ts';

/** Services of others that a shop may offer: sign-in with Google, the Gain page, links to networks, and a chat. */
export const OUTSIDE_SERVICES = ['google', 'gain', 'social', 'chat'] as const;
export type OutsideService = (typeof OUTSIDE_SERVICES)[number];

/** `SET_UP`: its address is set; `NOT_USED`: decided by an administrator; `UNDECIDED`: neither. */
const SERVICE_STATES = ['SET_UP', 'NOT_USED', 'UNDECIDED'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** Services of others that a shop may offer: set up, not used, or not decided yet. */
export const ServiceStates = z.object({
  google: z.enum(SERVICE_STATES),
  gain: z.enum(SERVICE_STATES),
  social: z.enum(SERVICE_STATES),
  chat: z.enum(SERVICE_STATES),
});

/** Display texts and addresses for the browser; never a secret. */
export const ApplicationConfiguration = z.object({
  header_banner_text: z.nullable(z.string()),
  uploader_text: z.nullable(z.string()),
  /** Name of the shop in place of the product's; null for the product's own. */
  shop_name: z.nullable(z.string()),
  /** Address of the shop's logo; null for the product's own mark. */
  logo_url: z.nullable(z.string()),
  /** The zone of all times on the pages, such as Europe/Berlin. */
  time_zone: z.string(),
  /** A video that introduces the portal: the operator's, or the film that comes with the product. */
  watch_video_url: z.string(),
  /** A video that shows how DTC OFF is done, likewise. */
  tutorial_video_url: z.string(),
  /** A sentence shown at DTC OFF about the law where the operator works. */
  legal_notice: z.nullable(z.string()),
  /** Address of an external chat; null leaves its link out. */
  chat_url: z.nullable(z.string()),
  /** Days after the delivery during which a customer may request a change; 0 means never. */
  revision_days: z.int(),
  /** Links in the footer, in this order. */
  social_links: z.array(z.object({ name: z.string(), url: z.string() })),
  /** The page inside Gain; null: there is none, and Gain leads to the price list. */
  gain_url: z.nullable(z.string()),
  /** The client id for Google's sign-in; null: signing in with Google is not possible. */
  google_client_id: z.nullable(z.string()),
  /** What the button for the shop's own identity provider says; null: there is none. */
  provider_name: z.nullable(z.string()),
  /** Customers see nothing of a service that is not used. */
  services: ServiceStates,
  /** The provider's form that sells credits; null when buying is not set up. */
  checkout: z.nullable(
    z.object({
      /** Name of the provider as customers know it. */
      provider: z.string(),
      /** The value of PAYMENT_MODE. */
      mode: z.string(),
      /** True when no money moves. */
      is_test: z.boolean(),
      action: z.string(),
      /** Hidden fields that are sent along. */
      fields: z.record(z.string(), z.string()),
      /** Name of the field for `<userId>` or `<userId>:<fileId>`. */
      custom_field: z.string(),
      /** Name of the field for the amount in EUR. */
      amount_field: z.string(),
    }),
  ),
  /** Why nothing can be bought: switched off, or no mode chosen for a public address; null while buying is possible. */
  payments_off: z.nullable(z.enum(['SWITCHED_OFF', 'NOT_CHOSEN'])),
  /** True when the sandbox is on a public address: every page shows that payments are only tried out. */
  is_test_mode: z.boolean(),
});
export type ApplicationConfiguration = z.output<typeof ApplicationConfiguration>;

export const getApplicationConfiguration = endpoint({
  method: 'GET',
  path: '/application-configuration',
  summary: 'Get the configuration',
  description: 'Texts and addresses shown on every page. Never contains a secret.',
  who: 'anyone',
  input: Nothing,
  reply: ApplicationConfiguration,
});

export const setApplicationConfiguration = endpoint({
  method: 'POST',
  path: '/application-configuration',
  summary: 'Change the configuration',
  description:
    'Sets the texts and the name of the portal, and which services of others are not used. Fields that are omitted are not changed.',
  who: 'settings.change',
  input: SetApplicationConfiguration,
  reply: Done,
});

export const hoursFormat = refusal('errors.settings.hours_format', 'hours');
export const holidaysFormat = refusal('errors.settings.holidays_format', 'holidays');
export const unknownTimeZone = refusal('errors.settings.unknown_time_zone', 'time_zone');
