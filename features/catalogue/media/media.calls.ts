import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { refusal } from '../../../contract/refusal.ts';

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

/** Widths in pixels in which an uploaded image is stored; its address is that of the last one. */
export const SOLUTION_IMAGE_WIDTHS = [128, 512] as const;
export const LOGIN_IMAGE_WIDTHS = [960, 1920] as const;
/** One width is enough: the logo is shown at a third of it. */
export const LOGO_WIDTHS = [384] as const;

const OUR_IMAGE = /^(\/api\/media\/[0-9a-f]{32})-(\d+)\.webp$/;

/** Returns the `srcset` of an uploaded image; undefined for an address that has only one size. */
export function listImageSizes(url: string): string | undefined {
  const [, start, width] = OUR_IMAGE.exec(url) ?? [];
  const widths = [SOLUTION_IMAGE_WIDTHS, LOGIN_IMAGE_WIDTHS].find((known) => known.at(-1) === Number(width));
  return widths?.map((one) => `${start}-${one}.webp ${one}w`).join(', ');
}

export const notAPicture = refusal('errors.media.not_a_picture', 'file');
export const notMedia = refusal('errors.media.not_media', 'file');
export const tooManyPixels = refusal('errors.media.too_many_pixels', 'file');
export const unreadable = refusal('errors.media.unreadable', 'file');
