import { endpoint } from '../../portal/endpoint.ts';
import type * as schemas from './disk-use.schemas.ts';

export type * from './disk-use.schemas.ts';

export const getDiskUse = endpoint<typeof schemas.getDiskUse>()({
  method: 'GET',
  path: '/disk-use',
  summary: 'Get what is stored',
  description:
    'Bytes by kind and of the users with the most, as the records have them; what is in quarantine and in backups as it was measured last; the size of the database, and the free space of the disk.',
  who: 'disk-use.read',
});
