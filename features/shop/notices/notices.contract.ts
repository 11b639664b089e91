import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './notices.schemas.ts';

export type * from './notices.schemas.ts';

export const listOperatorNotices = endpoint<typeof schemas.listOperatorNotices>()({
  method: 'GET',
  path: '/operator/notices',
  summary: 'List notices of the operator',
  description: 'Current problems of the portal itself.',
  who: 'operator.read-notices',
  polled: true,
});
