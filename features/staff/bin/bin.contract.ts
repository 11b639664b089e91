import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './bin.schemas.ts';

export type * from './bin.schemas.ts';

export const listBin = endpoint<typeof schemas.listBin>()({
  method: 'GET',
  path: '/bin',
  summary: 'List the bin',
  description: 'Users, files, solutions and saved replies that were deleted within 30 days.',
  who: 'bin.restore',
});

export const restoreFromBin = endpoint<typeof schemas.restoreFromBin>()({
  method: 'POST',
  path: '/bin/:kind/:id/restore',
  summary: 'Restore from the bin',
  description:
    'Restores the record as it was, a file together with its ticket. Sessions of a restored user remain ended.',
  who: 'bin.restore',
  errors: ['bin.address_taken'],
});
