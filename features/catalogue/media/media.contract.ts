import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './media.schemas.ts';
import { invalid } from '../../../contract/texts.ts';

export type * from './media.schemas.ts';

export const getLoginBackground = endpoint<typeof schemas.getLoginBackground>()({
  method: 'GET',
  path: '/login/background',
  summary: 'Get the login media',
  description: 'The newest image or video, which the login page shows on its left side; null when there is none.',
  who: 'anyone',
});

export const listLoginMedia = endpoint<typeof schemas.listLoginMedia>()({
  method: 'GET',
  path: '/login/images',
  summary: 'List login media',
  description: 'Images and videos of the login page, newest first.',
  who: 'anyone',
});

export const addLoginMedia = endpoint<typeof schemas.addLoginMedia>()({
  method: 'POST',
  path: '/login/image-upload',
  summary: 'Add login media',
  description: 'A PNG, JPEG or WebP image, or an MP4 or WebM video.',
  who: 'media.change',
  status: 201,
  file: { missing: invalid('errors.media.choose_image_video_first') },
  fileField: 'image',
  errors: ['media.not_media', 'media.too_many_pixels', 'media.unreadable'],
});

export const deleteLoginMedia = endpoint<typeof schemas.deleteLoginMedia>()({
  method: 'DELETE',
  path: '/login/images/:id',
  summary: 'Delete login media',
  description: 'Afterwards the login page shows the next newest one.',
  who: 'media.change',
});

export const getMediaFile = endpoint<typeof schemas.getMediaFile>()({
  method: 'GET',
  path: '/media/:name',
  summary: 'Get an image or a video',
  description: 'Served by address without a session, because a page cannot send a token with an image.',
  who: 'anyone',
  errors: ['http.range'],
});
