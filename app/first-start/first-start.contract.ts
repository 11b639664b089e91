import { endpoint } from '../../portal/endpoint.ts';
import type * as schemas from './first-start.schemas.ts';

export type * from './first-start.schemas.ts';

export const getFirstStart = endpoint<typeof schemas.getFirstStart>()({
  method: 'GET',
  path: '/first-start',
  summary: 'Get how far an empty portal is',
  description: 'The steps of the first start, each computed from what the portal has stored or is configured with.',
  who: 'settings.change',
});

export const dismissFirstStart = endpoint<typeof schemas.dismissFirstStart>()({
  method: 'PUT',
  path: '/first-start/dismiss',
  summary: 'Dismiss the first start',
  description: 'The dashboards of administrators do not show it any more. The page stays.',
  who: 'settings.change',
});

export const sendTestMail = endpoint<typeof schemas.sendTestMail>()({
  method: 'POST',
  path: '/first-start/mail',
  summary: 'Send a test mail',
  description: 'To the caller, as every mail is sent. What became of it is in the first start and in the outbox.',
  who: 'settings.change',
  errors: ['http.too_many'],
});

export const requestBackup = endpoint<typeof schemas.requestBackup>()({
  method: 'POST',
  path: '/first-start/backup',
  summary: 'Request a backup',
  description: 'The portal begins one at BACKUP_TARGET within a minute. Refused where it has no such place.',
  who: 'settings.change',
  errors: ['first-start.no_backup_target'],
});
