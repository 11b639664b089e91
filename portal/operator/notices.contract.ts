import { endpoint } from '../endpoint.ts';
import type * as schemas from './notices.schemas.ts';

export type * from './notices.schemas.ts';

export const listOperatorNotices = endpoint<typeof schemas.listOperatorNotices>()({
  method: 'GET',
  path: '/operator/notices',
  who: 'admin',
  polled: true,
});
