import * as z from 'zod/mini';
import { Nothing, RecordId, endpoint } from '../endpoint.ts';

export const LoginMedia = z.object({
  id: RecordId,
  name: z.string(),
  url: z.string(),
  type: z.enum(['IMAGE', 'video']),
});
export type LoginMedia = z.output<typeof LoginMedia>;

/** What the login page shows on its left side; null when the operator has chosen nothing. */
export const getLoginBackground = endpoint({
  method: 'GET',
  path: '/login/background',
  who: 'anyone',
  input: Nothing,
  reply: z.nullable(LoginMedia),
});
