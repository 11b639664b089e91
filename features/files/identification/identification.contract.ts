import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './identification.schemas.ts';

export type * from './identification.schemas.ts';

export const getIdentification = endpoint<typeof schemas.getIdentification>()({
  method: 'GET',
  path: '/files/:id/identification',
  summary: 'Get the identification of the original',
  description:
    'The control unit and its numbers with their offsets, checksums and DTCs, as read from the bytes. Customers can only read their own files.',
  who: 'signed-in',
  polled: true,
});
