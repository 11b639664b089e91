import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './standard-solutions.schemas.ts';

export type * from './standard-solutions.schemas.ts';

export const addStandardSolutions = endpoint<typeof schemas.addStandardSolutions>()({
  method: 'POST',
  path: '/solutions/standard',
  summary: 'Add standard solutions with prices',
  description:
    'Adds the named solutions of the standard catalogue, each with its price. Existing solutions are not changed.',
  who: 'catalogue.change',
  status: 201,
});
