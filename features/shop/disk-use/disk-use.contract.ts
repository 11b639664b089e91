import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './disk-use.schemas.ts';

export type * from './disk-use.schemas.ts';

export const getDiskUse = endpoint<typeof schemas.getDiskUse>()({
  method: 'GET',
  path: '/disk-use',
  summary: 'Get disk use',
  description:
    'Stored bytes by kind of file and for the users with the most, as they were last added up from the records, once a day; the last measured size of quarantine and backups; the size of the database; and free disk space.',
  who: 'disk-use.read',
});
