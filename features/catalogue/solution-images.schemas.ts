import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, listOf } from '../../contract/fields.schemas.ts';

export const SolutionImage = z.object({ id: RecordId, name: z.string(), url: z.string() });
export type SolutionImage = z.output<typeof SolutionImage>;

export const listSolutionImages = {
  input: Nothing,
  reply: listOf(SolutionImage),
};

export const addSolutionImage = {
  input: Nothing,
  reply: SolutionImage,
};

export const deleteSolutionImage = {
  input: z.object({ id: Id }),
  reply: Done,
};
