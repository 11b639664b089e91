import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './upload-limit.schemas.ts';

export type * from './upload-limit.schemas.ts';

export const getUploadLimit = endpoint<typeof schemas.getUploadLimit>()({
  method: 'GET',
  path: '/users/my/upload-limit',
  summary: 'Get my upload allowance',
  description: 'How much can be uploaded in 24 hours, and how much of that is left.',
  who: 'files.upload',
});
