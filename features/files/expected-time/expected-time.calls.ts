import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Id } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';

/** With fewer past orders, no time is expected for the next one. */
export const MIN_ORDERS = 20;

/** When a file is usually ready, based on the shop's history of 90 days, its opening hours and its queue. */
export const ExpectedTime = z.object({
  /** By the median; null: there are too few orders. */
  usually: z.nullable(z.string()),
  /** By the 80th percentile. */
  mostly: z.nullable(z.string()),
  /** Number of orders the times are computed from. */
  orders: z.int(),
});
export type ExpectedTime = z.output<typeof ExpectedTime>;

/** Ids of the chosen solutions, separated by commas. */
export const SolutionIdList = z
  .string()
  .check(z.regex(/^(?:\d{1,15}(?:,\d{1,15}){0,99})?$/, invalid('errors.upload.choose_solutions_from_list')));

export const readSolutionIds = (list: string): number[] => list.split(',').filter(Boolean).map(Number);

export const getExpectedTime = endpoint({
  method: 'GET',
  path: '/expected-time',
  summary: 'Get the expected time of an order',
  description:
    'When a file with these solutions, uploaded now, is usually ready. Empty when there were fewer than 20 such orders in 90 days.',
  who: 'files.upload',
  automatic: true,
  input: z.object({ solutions: z.optional(SolutionIdList) }),
  reply: ExpectedTime,
});

export const getExpectedTimeOfFile = endpoint({
  method: 'GET',
  path: '/files/:id/expected-time',
  summary: 'Get the expected time of a file',
  description: 'When a file that waits for its price is usually ready. Empty for a file that is priced or closed.',
  who: 'signed-in',
  automatic: true,
  input: z.object({ id: Id }),
  reply: ExpectedTime,
});
