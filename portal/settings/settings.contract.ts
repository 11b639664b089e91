import { endpoint } from '../endpoint.ts';
import type * as schemas from './settings.schemas.ts';

export type * from './settings.schemas.ts';

export const getApplicationConfiguration = endpoint<typeof schemas.getApplicationConfiguration>()({
  method: 'GET',
  path: '/application-configuration',
  who: 'anyone',
});

/** The texts that an administrator writes; one that is left out stays. */
export const setApplicationConfiguration = endpoint<typeof schemas.setApplicationConfiguration>()({
  method: 'POST',
  path: '/application-configuration',
  who: 'admin',
});
