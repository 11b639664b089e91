import { endpoint } from '../endpoint.ts';
import type * as schemas from './catalogue.schemas.ts';

export type * from './catalogue.schemas.ts';

export const SOLUTION_TYPES = ['TUNING', 'OPTION'] as const;

export const listSolutions = endpoint<typeof schemas.listSolutions>()({
  method: 'GET',
  path: '/solutions',
  who: 'signed-in',
});

export const getSolution = endpoint<typeof schemas.getSolution>()({
  method: 'GET',
  path: '/solutions/:id',
  who: 'signed-in',
});

export const addSolution = endpoint<typeof schemas.addSolution>()({
  method: 'POST',
  path: '/solutions',
  who: 'admin',
  status: 201,
});

export const updateSolution = endpoint<typeof schemas.updateSolution>()({
  method: 'PUT',
  path: '/solutions/:id',
  who: 'admin',
});

/** Files that were uploaded with it keep its name and price. */
export const deleteSolution = endpoint<typeof schemas.deleteSolution>()({
  method: 'DELETE',
  path: '/solutions/:id',
  who: 'admin',
});
