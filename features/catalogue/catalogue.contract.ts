import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './catalogue.schemas.ts';

export type * from './catalogue.schemas.ts';

export const listSolutions = endpoint<typeof schemas.listSolutions>()({
  method: 'GET',
  path: '/solutions',
  summary: 'List the catalogue',
  description: 'All solutions with their prices, in the order of the upload form.',
  who: 'signed-in',
});

export const getSolution = endpoint<typeof schemas.getSolution>()({
  method: 'GET',
  path: '/solutions/:id',
  summary: 'Get a solution',
  description: 'One solution of the catalogue with its price.',
  who: 'signed-in',
});

export const addSolution = endpoint<typeof schemas.addSolution>()({
  method: 'POST',
  path: '/solutions',
  summary: 'Add a solution',
  description: 'Adds a tuning or an option that can be chosen for uploads from now on.',
  who: 'catalogue.change',
  status: 201,
  errors: ['catalogue.unknown_image'],
});

export const updateSolution = endpoint<typeof schemas.updateSolution>()({
  method: 'PUT',
  path: '/solutions/:id',
  summary: 'Change a solution',
  description: 'Files uploaded with it keep the name and price they had.',
  who: 'catalogue.change',
  errors: ['catalogue.unknown_image'],
});

export const deleteSolution = endpoint<typeof schemas.deleteSolution>()({
  method: 'DELETE',
  path: '/solutions/:id',
  summary: 'Delete a solution',
  description: 'Files uploaded with it keep its name and price.',
  who: 'catalogue.change',
});
