import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { PICTURE_ERRORS } from './media/media.calls.ts';
import { invalid } from '../../contract/texts.ts';

export const SolutionImage = z.object({ id: RecordId, name: z.string(), url: z.string() });
export type SolutionImage = z.output<typeof SolutionImage>;

export const listSolutionImages = endpoint({
  method: 'GET',
  path: '/solutions/images',
  summary: 'List solution images',
  description: 'Images available to solutions, newest first.',
  who: 'signed-in',
  input: Nothing,
  reply: boundedList(SolutionImage),
});

export const addSolutionImage = endpoint({
  method: 'POST',
  path: '/solutions/image-upload',
  summary: 'Add a solution image',
  description: 'A PNG, JPEG or WebP image of at most 50 megapixels.',
  who: 'catalogue.change',
  status: 201,
  file: { missing: invalid('errors.catalogue.choose_image_first') },
  fileField: 'image',
  input: Nothing,
  reply: SolutionImage,
  errors: PICTURE_ERRORS,
});

export const deleteSolutionImage = endpoint({
  method: 'DELETE',
  path: '/solutions/images/:id',
  summary: 'Delete a solution image',
  description: 'Refused while a solution shows it.',
  who: 'catalogue.change',
  input: z.object({ id: Id }),
  reply: Done,
  errors: ['catalogue.image_in_use'],
});
