import * as z from 'zod/mini';
import { Nothing, RecordId, endpoint } from '../endpoint.ts';

export const SolutionType = z.enum(['TUNING', 'OPTION']);
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
  who: 'signed-in',
  input: Nothing,
  reply: z.array(Solution),
});
