import { endpoint } from '../endpoint.ts';
import type * as schemas from './solution-images.schemas.ts';

export type * from './solution-images.schemas.ts';

/** The newest first. */
export const listSolutionImages = endpoint<typeof schemas.listSolutionImages>()({
  method: 'GET',
  path: '/solutions/images',
  who: 'signed-in',
});

export const addSolutionImage = endpoint<typeof schemas.addSolutionImage>()({
  method: 'POST',
  path: '/solutions/image-upload',
  who: 'admin',
  status: 201,
  file: { missing: 'Please choose an image first.' },
  fileField: 'image',
});

/** Refused while a solution shows it. */
export const deleteSolutionImage = endpoint<typeof schemas.deleteSolutionImage>()({
  method: 'DELETE',
  path: '/solutions/images/:id',
  who: 'admin',
});
