import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, endpoint, listOf } from '../endpoint.ts';

export const SolutionImage = z.object({ id: RecordId, name: z.string(), url: z.string() });
export type SolutionImage = z.output<typeof SolutionImage>;

/** The newest first. */
export const listSolutionImages = endpoint({
  method: 'GET',
  path: '/solutions/images',
  who: 'signed-in',
  input: Nothing,
  reply: listOf(SolutionImage),
});

export const addSolutionImage = endpoint({
  method: 'POST',
  path: '/solutions/image-upload',
  who: 'admin',
  input: Nothing,
  reply: SolutionImage,
  status: 201,
  file: { missing: 'Please choose an image first.' },
  fileField: 'image',
});

/** Refused while a solution shows it. */
export const deleteSolutionImage = endpoint({
  method: 'DELETE',
  path: '/solutions/images/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  reply: Done,
});
