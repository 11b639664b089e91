import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './solution-images.schemas.ts';
import { invalid } from '../../contract/texts.ts';
import { PICTURE_ERRORS } from './media/media.list.ts';

export type * from './solution-images.schemas.ts';

export const listSolutionImages = endpoint<typeof schemas.listSolutionImages>()({
  method: 'GET',
  path: '/solutions/images',
  summary: 'List solution images',
  description: 'Images available to solutions, newest first.',
  who: 'signed-in',
});

export const addSolutionImage = endpoint<typeof schemas.addSolutionImage>()({
  method: 'POST',
  path: '/solutions/image-upload',
  summary: 'Add a solution image',
  description: 'A PNG, JPEG or WebP image of at most 50 megapixels.',
  who: 'catalogue.change',
  status: 201,
  file: { missing: invalid('errors.catalogue.choose_image_first') },
  fileField: 'image',
  errors: PICTURE_ERRORS,
});

export const deleteSolutionImage = endpoint<typeof schemas.deleteSolutionImage>()({
  method: 'DELETE',
  path: '/solutions/images/:id',
  summary: 'Delete a solution image',
  description: 'Refused while a solution shows it.',
  who: 'catalogue.change',
  errors: ['catalogue.image_in_use'],
});
