import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { invalid } from '../../contract/texts.ts';
import { Device } from './account-fields.ts';
import { Code } from './second-factor-fields.ts';
import { Token } from './user.ts';

/** How long a code works. */
export const CONTINUATION_SECONDS = 120;

/** An address of the portal itself, without the host. */
const Page = z
  .string(invalid('errors.accounts.page_not_here'))
  .check(
    z.maxLength(500, invalid('errors.accounts.page_not_here')),
    z.regex(/^\/(?![/\\])[^\s\\]*$/, invalid('errors.accounts.page_not_here')),
  );

export const createContinuation = endpoint({
  method: 'POST',
  path: '/users/my/continuation',
  summary: 'Continue on another device',
  description:
    'Makes a code with which another device opens a session of the caller, once, within two minutes, and goes on at the same page. An earlier code of this session stops working. An access token cannot make this call.',
  who: 'customer-area.open',
  forColleagues: 'themselves',
  forTokens: false,
  hasSecret: true,
  perMinute: 30,
  input: z.object({ page: Page }),
  reply: z.object({ code: z.string() }),
});

const GIVEN_CODE = { code: Code };
const ERRORS = ['accounts.continuation_spent'];

export const findContinuation = endpoint({
  method: 'POST',
  path: '/login/continuation/account',
  summary: 'See which account a code opens',
  description: 'What a device shows before it continues a session. Leaves the code as it is.',
  who: 'anyone',
  perMinute: 120,
  input: z.object(GIVEN_CODE),
  reply: z.object({ username: z.string(), email: z.string() }),
  errors: ERRORS,
});

export const takeContinuation = endpoint({
  method: 'POST',
  path: '/login/continuation',
  summary: 'Continue the session of another device',
  description:
    'Uses up the code and starts a session that lasts no longer than the one that made the code. It does not count as a fresh sign-in, and asks for no second factor, which that session has proved.',
  who: 'anyone',
  opensSession: true,
  perMinute: 120,
  input: z.object({ ...GIVEN_CODE, device: Device }),
  reply: z.object({ ...Token.shape, page: z.string() }),
  errors: ERRORS,
});
