import { endpoint } from '../endpoint.ts';
import type * as schemas from './security.schemas.ts';

export type * from './security.schemas.ts';

export const SECURITY_PAGE_SIZE = 25;

export const listSecurityEvents = endpoint<typeof schemas.listSecurityEvents>()({
  method: 'GET',
  path: '/security-events',
  who: 'admin',
});
