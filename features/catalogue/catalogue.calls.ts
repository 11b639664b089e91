import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { SOLUTION_TYPES } from './standard-solutions.ts';
import { SolutionFields } from './solution.ts';

export const SolutionType = z.enum(SOLUTION_TYPES);
export type SolutionType = z.output<typeof SolutionType>;

export const Solution = z.object({
  id: RecordId,
  name: z.string(),
  code: z.string(),
  /** Whole credits. */
  credits: z.int(),
  type: SolutionType,
  order_no: z.int(),
  image_url: z.nullable(z.string()),
});
export type Solution = z.output<typeof Solution>;

export const listSolutions = endpoint({
  method: 'GET',
  path: '/solutions',
  summary: 'List the catalogue',
  description: 'All solutions with their prices, in the order of the upload form.',
  who: 'signed-in',
  input: Nothing,
  reply: boundedList(Solution),
});

export const getSolution = endpoint({
  method: 'GET',
  path: '/solutions/:id',
  summary: 'Get a solution',
  description: 'One solution of the catalogue with its price.',
  who: 'signed-in',
  input: z.object({ id: Id }),
  reply: Solution,
});

export const addSolution = endpoint({
  method: 'POST',
  path: '/solutions',
  summary: 'Add a solution',
  description: 'Adds a tuning or an option that can be chosen for uploads from now on.',
  who: 'catalogue.change',
  status: 201,
  input: SolutionFields,
  reply: Solution,
  errors: ['catalogue.unknown_image'],
});

export const updateSolution = endpoint({
  method: 'PUT',
  path: '/solutions/:id',
  summary: 'Change a solution',
  description: 'Files uploaded with it keep the name and price they had.',
  who: 'catalogue.change',
  input: z.object({ ...SolutionFields.shape, id: Id }),
  reply: Solution,
  errors: ['catalogue.unknown_image'],
});

export const deleteSolution = endpoint({
  method: 'DELETE',
  path: '/solutions/:id',
  summary: 'Delete a solution',
  description: 'Files uploaded with it keep its name and price.',
  who: 'catalogue.change',
  input: z.object({ id: Id }),
  reply: Done,
});
