import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './user-sessions.schemas.ts';

export type * from './user-sessions.schemas.ts';

export const endUserSession = endpoint<typeof schemas.endUserSession>()({
  method: 'DELETE',
  path: '/users/:id/sessions/:session',
  summary: 'Log a user out on one device',
  description: 'Ends that session immediately. Other sessions are not affected.',
  who: 'users.change',
});
