import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './first-start.schemas.ts';

export type * from './first-start.schemas.ts';

export const getFirstStart = endpoint<typeof schemas.getFirstStart>()({
  method: 'GET',
  path: '/first-start',
  summary: 'Get the state of the first start',
  description: "The steps of the first start, each computed from the portal's data and configuration.",
  who: 'settings.change',
});

export const dismissFirstStart = endpoint<typeof schemas.dismissFirstStart>()({
  method: 'PUT',
  path: '/first-start/dismiss',
  summary: 'Dismiss the first start',
  description: 'Hides the first start on the dashboards of administrators. Its page remains available.',
  who: 'settings.change',
});

export const sendTestMail = endpoint<typeof schemas.sendTestMail>()({
  method: 'POST',
  path: '/first-start/mail',
  summary: 'Send a test mail',
  description:
    'Sends a test mail to the caller in the usual way. Its result appears in the first start and in the outbox.',
  who: 'settings.change',
  errors: ['http.too_many'],
});

export const requestBackup = endpoint<typeof schemas.requestBackup>()({
  method: 'POST',
  path: '/first-start/backup',
  summary: 'Request a backup',
  description: 'The portal starts a backup to BACKUP_TARGET within a minute. Refused when no target is set.',
  who: 'settings.change',
  errors: ['first-start.no_backup_target'],
});
