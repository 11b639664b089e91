import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';

/** Error codes of every call that takes a picture and redraws it. */
export const PICTURE_ERRORS = ['media.not_a_picture', 'media.too_many_pixels', 'media.unreadable'] as const;

export const LoginMedia = z.object({
  id: RecordId,
  name: z.string(),
  url: z.string(),
  type: z.enum(['IMAGE', 'video']),
});
export type LoginMedia = z.output<typeof LoginMedia>;

export const getLoginBackground = endpoint({
  method: 'GET',
  path: '/login/background',
  summary: 'Get the login media',
  description: 'The newest image or video, which the login page shows on its left side; null when there is none.',
  who: 'anyone',
  input: Nothing,
  reply: z.nullable(LoginMedia),
});

export const listLoginMedia = endpoint({
  method: 'GET',
  path: '/login/images',
  summary: 'List login media',
  description: 'Images and videos of the login page, newest first.',
  who: 'anyone',
  input: Nothing,
  reply: boundedList(LoginMedia),
});

export const addLoginMedia = endpoint({
  method: 'POST',
  path: '/login/image-upload',
  summary: 'Add login media',
  description: 'A PNG, JPEG or WebP image, or an MP4 or WebM video.',
  who: 'media.change',
  status: 201,
  file: { missing: invalid('errors.media.choose_image_video_first') },
  fileField: 'image',
  input: Nothing,
  reply: LoginMedia,
  errors: ['media.not_media', 'media.too_many_pixels', 'media.unreadable'],
});

export const deleteLoginMedia = endpoint({
  method: 'DELETE',
  path: '/login/images/:id',
  summary: 'Delete login media',
  description: 'Afterwards the login page shows the next newest one.',
  who: 'media.change',
  input: z.object({ id: Id }),
  reply: Done,
});

export const getMediaFile = endpoint({
  method: 'GET',
  path: '/media/:name',
  summary: 'Get an image or a video',
  description: 'Served by address without a session, because a page cannot send a token with an image.',
  who: 'anyone',
  input: z.object({ name: z.string().check(z.regex(/^[0-9a-f]{32}(-\d{2,4})?\.(webp|mp4|webm)$/)) }),
  reply: 'bytes',
  errors: ['http.range'],
});
