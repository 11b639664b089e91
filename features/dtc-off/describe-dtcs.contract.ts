import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './describe-dtcs.schemas.ts';

export type * from './describe-dtcs.schemas.ts';

export const describeDtcs = endpoint<typeof schemas.describeDtcs>()({
  method: 'POST',
  path: '/files/describe-dtcs',
  summary: 'Describe the trouble codes of a file',
  description:
    'Describes codes that a program has read from a file by itself, and lists those the operator does not switch off for the caller. The file is not sent, and nothing is stored.',
  who: 'files.upload',
  longestBodyKb: 1024,
});
