import { endpoint } from '../endpoint.ts';
import type * as schemas from './describe-dtcs.schemas.ts';

export type * from './describe-dtcs.schemas.ts';

export const describeDtcs = endpoint<typeof schemas.describeDtcs>()({
  method: 'POST',
  path: '/files/describe-dtcs',
  summary: 'Describe the trouble codes of a file',
  description:
    'What the codes mean that a program has read in a file itself, and which of them the operator does not switch off for the caller. The file is not sent, and nothing is stored.',
  who: 'files.upload',
  longestBodyKb: 1024,
});
