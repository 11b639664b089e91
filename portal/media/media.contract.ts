import { endpoint } from '../endpoint.ts';
import type * as schemas from './media.schemas.ts';

export type * from './media.schemas.ts';

/** What the login page shows on its left side: the newest; null when there is nothing. */
export const getLoginBackground = endpoint<typeof schemas.getLoginBackground>()({
  method: 'GET',
  path: '/login/background',
  who: 'anyone',
});

/** The newest first. */
export const listLoginMedia = endpoint<typeof schemas.listLoginMedia>()({
  method: 'GET',
  path: '/login/images',
  who: 'anyone',
});

export const addLoginMedia = endpoint<typeof schemas.addLoginMedia>()({
  method: 'POST',
  path: '/login/image-upload',
  who: 'admin',
  status: 201,
  file: { missing: 'Please choose an image or a video first.' },
  fileField: 'image',
});

export const deleteLoginMedia = endpoint<typeof schemas.deleteLoginMedia>()({
  method: 'DELETE',
  path: '/login/images/:id',
  who: 'admin',
});

/** An image or a video by its address; anybody sees it, because a page cannot send a token along with an image. */
export const getMediaFile = endpoint<typeof schemas.getMediaFile>()({
  method: 'GET',
  path: '/media/:name',
  who: 'anyone',
});
