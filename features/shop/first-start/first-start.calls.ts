import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Done, Nothing, RecordId } from '../../../contract/fields.ts';
import { OUTSIDE_SERVICES, ServiceStates } from '../settings.calls.ts';

/** The steps, in the order in which they are done. */
export const FIRST_START_STEPS = [
  'shop',
  'catalogue',
  'hours',
  'mail',
  'payment',
  'backup',
  ...OUTSIDE_SERVICES,
  'trial',
] as const;
export type FirstStartStep = (typeof FIRST_START_STEPS)[number];

/** The steps of a trial order, in their order. */
export const TRIAL_STEPS = ['customer', 'upload', 'price', 'pay', 'download'] as const;
export type TrialStep = (typeof TRIAL_STEPS)[number];

/** The state of each step. Every value is read from what the portal has stored or is configured with. */
const FirstStartFacts = z.object({
  shop: z.object({ name: z.nullable(z.string()), logo_url: z.nullable(z.string()) }),
  catalogue: z.object({
    /** Number of solutions that customers can choose. */
    offered: z.int(),
  }),
  hours: z.object({
    is_set: z.boolean(),
    /** The opening hours as entered; empty if the shop never closes. */
    written: z.string(),
    time_zone: z.string(),
  }),
  mail: z.object({
    /** Without a mail server, mails stay in a folder of the portal. */
    has_server: z.boolean(),
    /** The newest test mail; null: none was sent, or it has been removed since. */
    test: z.nullable(
      z.object({
        to: z.string(),
        posted_at: z.string(),
        sent_at: z.nullable(z.string()),
        /** Refused for good: it is not retried. */
        refused_at: z.nullable(z.string()),
        attempts: z.int(),
        /** The mail server's reply when it accepted the mail. */
        reply: z.nullable(z.string()),
        last_error: z.nullable(z.string()),
      }),
    ),
  }),
  payment: z.object({
    /** The provider's name as customers know it; null: nothing can be bought. */
    provider: z.nullable(z.string()),
    is_test: z.boolean(),
    /** The newest payment that this provider has confirmed and that has been credited. */
    credited_at: z.nullable(z.string()),
  }),
  backup: z.object({
    /** Whether the portal can make a backup by itself. */
    has_target: z.boolean(),
    /** The times at which backups are made. */
    schedule: z.nullable(z.string()),
    made_at: z.nullable(z.string()),
    /** Set only when later than the last good backup. */
    failed_at: z.nullable(z.string()),
    requested_at: z.nullable(z.string()),
  }),
  services: ServiceStates,
  trial: z.object({
    customer: z.boolean(),
    upload: z.boolean(),
    price: z.boolean(),
    pay: z.boolean(),
    download: z.boolean(),
    /** The file of the first order; null: there is none. */
    file_id: z.nullable(RecordId),
  }),
});
export type FirstStartFacts = z.output<typeof FirstStartFacts>;

export const FirstStart = z.object({
  is_dismissed: z.boolean(),
  /** For each step, whether it is done. */
  done: z.object({
    shop: z.boolean(),
    catalogue: z.boolean(),
    hours: z.boolean(),
    mail: z.boolean(),
    payment: z.boolean(),
    backup: z.boolean(),
    google: z.boolean(),
    gain: z.boolean(),
    social: z.boolean(),
    chat: z.boolean(),
    trial: z.boolean(),
  }),
  facts: FirstStartFacts,
});
export type FirstStart = z.output<typeof FirstStart>;

export const getFirstStart = endpoint({
  method: 'GET',
  path: '/first-start',
  summary: 'Get the state of the first start',
  description: "The steps of the first start, each computed from the portal's data and configuration.",
  who: 'settings.change',
  automatic: true,
  input: Nothing,
  reply: FirstStart,
});

export const dismissFirstStart = endpoint({
  method: 'PUT',
  path: '/first-start/dismiss',
  summary: 'Dismiss the first start',
  description: 'Hides the first start on the dashboards of administrators. Its page remains available.',
  who: 'settings.change',
  input: Nothing,
  reply: Done,
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/first-start/mail',
  summary: 'Send a test mail',
  description:
    'Sends a test mail to the caller in the usual way. Its result appears in the first start and in the outbox.',
  who: 'settings.change',
  input: Nothing,
  reply: z.object({ message: z.string(), to: z.string() }),
  errors: ['http.too_many'],
});

export const requestBackup = endpoint({
  method: 'POST',
  path: '/first-start/backup',
  summary: 'Request a backup',
  description: 'The portal starts a backup to BACKUP_TARGET within a minute. Refused when no target is set.',
  who: 'settings.change',
  input: Nothing,
  reply: Done,
  errors: ['first-start.no_backup_target'],
});
