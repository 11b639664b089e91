import * as z from 'zod/mini';
import { Id, RecordId, endpoint } from '../endpoint.ts';
import { Generation } from './dtc-off.contract.ts';

/** A generated file in the permanent list. */
export const ListedGeneration = z.object({
  ...Generation.shape,
  /** Of the file that it was made of. */
  original_name: z.string(),
  /** Whose it is. */
  user_id: RecordId,
  username: z.string(),
  /** False: made before generated files were stored for good; its proof can still be downloaded. */
  has_file: z.boolean(),
});
export type ListedGeneration = z.output<typeof ListedGeneration>;

/** One page, newest first. `next` is the `below` of the page behind it; null: this is the last one. */
export const GenerationsPage = z.object({ generations: z.array(ListedGeneration), next: z.nullable(RecordId) });
export type GenerationsPage = z.output<typeof GenerationsPage>;

export const GENERATIONS_PER_PAGE = 25;

/** Every file that DTC OFF has made: a customer's own, an administrator's all. They stay when their session is over. */
export const listGenerations = endpoint({
  method: 'GET',
  path: '/ai/generations',
  who: 'signed-in',
  input: z.object({ below: z.optional(Id) }),
  reply: GenerationsPage,
});
