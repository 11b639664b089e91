import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './disk-use.schemas.ts';

export type * from './disk-use.schemas.ts';

export const getDiskUse = endpoint<typeof schemas.getDiskUse>()({
  method: 'GET',
  path: '/disk-use',
  summary: 'Get disk use',
  description:
    'Stored bytes by kind of file and for the users with the most, according to the records; the last measured size of quarantine and backups; the size of the database; and free disk space.',
  who: 'disk-use.read',
});
