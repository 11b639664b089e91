import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, downloadOf, listOf } from '../../../contract/fields.schemas.ts';

export const LoginMedia = z.object({
  id: RecordId,
  name: z.string(),
  url: z.string(),
  type: z.enum(['IMAGE', 'video']),
});
export type LoginMedia = z.output<typeof LoginMedia>;

export const getLoginBackground = {
  input: Nothing,
  reply: z.nullable(LoginMedia),
};

export const listLoginMedia = {
  input: Nothing,
  reply: listOf(LoginMedia),
};

export const addLoginMedia = {
  input: Nothing,
  reply: LoginMedia,
};

export const deleteLoginMedia = {
  input: z.object({ id: Id }),
  reply: Done,
};

export const getMediaFile = downloadOf(
  z.object({ name: z.string().check(z.regex(/^[0-9a-f]{32}(-\d{2,4})?\.(webp|mp4|webm)$/)) }),
);
