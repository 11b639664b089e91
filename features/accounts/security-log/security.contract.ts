import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './security.schemas.ts';

export type * from './security.schemas.ts';

export const listSecurityEvents = endpoint<typeof schemas.listSecurityEvents>()({
  method: 'GET',
  path: '/security-events',
  summary: 'List security events',
  description: 'Sign-ins, refused calls and changes of access, newest first, one page at a time.',
  who: 'security.read',
});
