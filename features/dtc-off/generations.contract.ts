import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './generations.schemas.ts';

export type * from './generations.schemas.ts';

export const GENERATIONS_PER_PAGE = 25;

export const listGenerations = endpoint<typeof schemas.listGenerations>()({
  method: 'GET',
  path: '/ai/generations',
  summary: 'List generated files',
  description:
    "Every file that DTC OFF has generated, newest first: a customer's own, or all of them for an administrator. They are never removed.",
  who: 'signed-in',
});
