import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, endpoint, listOf } from '../endpoint.ts';

export const LoginMedia = z.object({
  id: RecordId,
  name: z.string(),
  url: z.string(),
  type: z.enum(['IMAGE', 'video']),
});
export type LoginMedia = z.output<typeof LoginMedia>;

/** What the login page shows on its left side: the newest; null when there is nothing. */
export const getLoginBackground = endpoint({
  method: 'GET',
  path: '/login/background',
  who: 'anyone',
  input: Nothing,
  reply: z.nullable(LoginMedia),
});

/** The newest first. */
export const listLoginMedia = endpoint({
  method: 'GET',
  path: '/login/images',
  who: 'anyone',
  input: Nothing,
  reply: listOf(LoginMedia),
});

export const addLoginMedia = endpoint({
  method: 'POST',
  path: '/login/image-upload',
  who: 'admin',
  input: Nothing,
  reply: LoginMedia,
  status: 201,
  file: { missing: 'Please choose an image or a video first.' },
  fileField: 'image',
});

export const deleteLoginMedia = endpoint({
  method: 'DELETE',
  path: '/login/images/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  reply: Done,
});

/** An image or a video by its address; anybody sees it, because a page cannot send a token along with an image. */
export const getMediaFile = endpoint({
  method: 'GET',
  path: '/media/:name',
  who: 'anyone',
  input: z.object({ name: z.string().check(z.regex(/^[0-9a-f]{32}(-\d{2,4})?\.(webp|mp4|webm)$/)) }),
  reply: 'bytes',
});
