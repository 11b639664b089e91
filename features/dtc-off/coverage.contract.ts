import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './coverage.schemas.ts';

export type * from './coverage.schemas.ts';

export const listEcuModels = endpoint<typeof schemas.listEcuModels>()({
  method: 'GET',
  path: '/ai/ecu-models',
  summary: 'List ECU models',
  description: 'The control units that can be chosen in DTC OFF to read a file as.',
  who: 'dtc-off.use',
});

export const getCoverage = endpoint<typeof schemas.getCoverage>()({
  method: 'GET',
  path: '/ai/coverage',
  summary: 'Get the coverage of DTC OFF',
  description: 'The supported control units and how thoroughly each was measured, for a public page.',
  who: 'anyone',
});
