import { endpoint } from '../endpoint.ts';
import type * as schemas from './settings.schemas.ts';

export type * from './settings.schemas.ts';

export const getApplicationConfiguration = endpoint<typeof schemas.getApplicationConfiguration>()({
  method: 'GET',
  path: '/application-configuration',
  summary: 'Get the configuration',
  description: 'Texts and addresses that every page shows; never a secret.',
  who: 'anyone',
});

export const setApplicationConfiguration = endpoint<typeof schemas.setApplicationConfiguration>()({
  method: 'POST',
  path: '/application-configuration',
  summary: 'Change the texts of the portal',
  description: 'The texts and the name that an administrator writes; one that is left out stays as it is.',
  who: 'settings.change',
});
