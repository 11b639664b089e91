import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './settings.schemas.ts';

export type * from './settings.schemas.ts';

export const getApplicationConfiguration = endpoint<typeof schemas.getApplicationConfiguration>()({
  method: 'GET',
  path: '/application-configuration',
  summary: 'Get the configuration',
  description: 'Texts and addresses shown on every page. Never contains a secret.',
  who: 'anyone',
});

export const setApplicationConfiguration = endpoint<typeof schemas.setApplicationConfiguration>()({
  method: 'POST',
  path: '/application-configuration',
  summary: 'Change the configuration',
  description:
    'Sets the texts and the name of the portal, and which services of others are not used. Fields that are omitted are not changed.',
  who: 'settings.change',
});
