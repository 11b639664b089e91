import { endpoint } from '../endpoint.ts';
import type * as schemas from './upload.schemas.ts';

export type * from './upload.schemas.ts';

export const createFile = endpoint<typeof schemas.createFile>()({
  method: 'POST',
  path: '/files',
  who: 'customer',
  status: 201,
  file: { missing: 'Please select a file first.' },
  needsActivation: true,
});
