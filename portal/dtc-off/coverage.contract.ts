import { endpoint } from '../endpoint.ts';
import type * as schemas from './coverage.schemas.ts';

export type * from './coverage.schemas.ts';

export const listEcuModels = endpoint<typeof schemas.listEcuModels>()({
  method: 'GET',
  path: '/ai/ecu-models',
  who: 'customer',
});

/** What is supported, and how well that is measured; for a public page. */
export const getCoverage = endpoint<typeof schemas.getCoverage>()({
  method: 'GET',
  path: '/ai/coverage',
  who: 'anyone',
});
