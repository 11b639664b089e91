import { endpoint } from '../endpoint.ts';
import type * as schemas from './generations.schemas.ts';

export type * from './generations.schemas.ts';

export const GENERATIONS_PER_PAGE = 25;

export const LONGEST_SEARCH = 120;

/** Every file that DTC OFF has made, newest first: a customer's own, an administrator's all. They stay for good. */
export const listGenerations = endpoint<typeof schemas.listGenerations>()({
  method: 'GET',
  path: '/ai/generations',
  who: 'signed-in',
});
