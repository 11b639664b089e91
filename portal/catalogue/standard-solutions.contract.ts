import { endpoint } from '../endpoint.ts';
import type * as schemas from './standard-solutions.schemas.ts';

export type * from './standard-solutions.schemas.ts';

export const addStandardSolutions = endpoint<typeof schemas.addStandardSolutions>()({
  method: 'POST',
  path: '/solutions/standard',
  summary: 'Add standard solutions with prices',
  description:
    'Those of the standard catalogue that are named, each with its price. What is in the catalogue stays as it is.',
  who: 'catalogue.change',
  status: 201,
});
