import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing, boundedList } from '../../contract/fields.ts';
import { SessionId } from './user-sessions.calls.ts';
import { CreateAccessToken } from './access-token-forms.ts';

/** A token with which a program acts for its owner. */
export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The last characters of the token. */
  token_hint: z.string(),
  /** What it may do besides reading, as long as its owner may. */
  capabilities: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type AccessToken = z.output<typeof AccessToken>;

export const MAX_TOKENS = 20;

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/users/my/access-tokens',
  summary: 'List my access tokens',
  description: 'Those that are valid, newest first. The tokens themselves cannot be read.',
  who: 'signed-in',
  forColleagues: 'themselves',
  input: Nothing,
  hasSecret: true,
  reply: boundedList(AccessToken),
});

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/users/my/access-tokens',
  summary: 'Create an access token',
  description:
    'For a program, which sends it as `Authorization: Bearer …`. It reads what its owner reads, and does what is named in `capabilities` as long as its owner may. A new password, another role, another second factor or a lock of the account end it. A token cannot make this call.',
  who: 'signed-in',
  forColleagues: 'themselves',
  needsFreshSignIn: 'second-factor',
  status: 201,
  input: CreateAccessToken,
  reply: z.object({ ...AccessToken.shape, token: z.string() }),
  hasSecret: true,
  errors: [
    'access-tokens.not_yours',
    'access-tokens.too_many',
    'accounts.no_password_yet',
    'accounts.wrong_current_password',
    'http.too_many',
  ],
});

export const deleteAccessToken = endpoint({
  method: 'DELETE',
  path: '/users/my/access-tokens/:session',
  summary: 'End an access token',
  description: 'It is refused from the next call on.',
  who: 'signed-in',
  forColleagues: 'themselves',
  needsFreshSignIn: true,
  input: z.object({ session: SessionId }),
  reply: Done,
});
