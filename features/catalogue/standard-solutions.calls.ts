import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { STANDARD_SOLUTIONS, AddStandardSolutions } from './standard-solutions.ts';

export const addStandardSolutions = endpoint({
  method: 'POST',
  path: '/solutions/standard',
  summary: 'Add standard solutions with prices',
  description:
    'Adds the named solutions of the standard catalogue, each with its price. Existing solutions are not changed.',
  who: 'catalogue.change',
  status: 201,
  input: AddStandardSolutions,
  reply: z.object({
    message: z.string(),
    /** Codes of the added solutions. */
    added: z.array(z.string()).check(z.maxLength(STANDARD_SOLUTIONS.length)),
    /** Codes of the solutions that the catalogue already has; they stay as they are. */
    left_out: z.array(z.string()).check(z.maxLength(STANDARD_SOLUTIONS.length)),
  }),
});
