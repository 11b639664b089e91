import { endpoint } from '../endpoint.ts';
import type * as schemas from './generations.schemas.ts';

export type * from './generations.schemas.ts';

export const GENERATIONS_PER_PAGE = 25;

export const listGenerations = endpoint<typeof schemas.listGenerations>()({
  method: 'GET',
  path: '/ai/generations',
  summary: 'List generated files',
  description:
    'Every file that DTC OFF has made, newest first: the own ones of a customer, all for an administrator. They stay for good.',
  who: 'signed-in',
});
