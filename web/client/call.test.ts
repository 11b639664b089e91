import { beforeEach, expect, test, vi } from 'vitest';
import { changePassword, getMyUser, login, requestPasswordReset } from '../../features/accounts/accounts.calls.ts';
import { confirmAndPay, listFiles } from '../../features/files/files.calls.ts';
import { ApiError, messageFor } from './api-error.ts';
import { TIMEOUT_MS, call } from './call.ts';
import { getSession, startSession } from './session.ts';
import { fake, installFakeApi, no } from '../testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, tokenOf } from '../testing/render-screen.tsx';

beforeEach(() => {
  startSession(tokenOf(CUSTOMER));
});

test('a call goes below /api with the bearer token and JSON', { tags: ['X-API-01'] }, async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
  await call(confirmAndPay, { id: 17, price: 150 });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/files/17/confirm-and-pay');
  expect(init).toMatchObject({
    method: 'PUT',
    body: '{"price":150}',
    headers: { authorization: `Bearer ${tokenOf(CUSTOMER)}`, 'content-type': 'application/json' },
  });
  fetched.mockRestore();
});

test('the longest timeout is 150 seconds', { tags: ['X-LIM-03', 'C-UPL-Z04'] }, () => {
  expect(TIMEOUT_MS).toBe(150_000);
});

test('a public call carries no token; a login carries the one it replaces, and its 401 leaves the session alone', async () => {
  const api = installFakeApi(
    fake(login, no(401, 'Wrong email or password.')),
    fake(requestPasswordReset, { message: 'Reset link has been sent to your email.' }),
  );
  await call(requestPasswordReset, { email: 'a@b.c' });
  expect(api.calls[0]?.headers.authorization).toBeUndefined();
  await expect(call(login, { email: 'a@b.c', password: 'x' })).rejects.toMatchObject({ status: 401 });
  expect(api.calls[1]?.headers.authorization).toBe(`Bearer ${getSession()?.token}`);
  expect(getSession()).not.toBeNull();
});

test('a poll that is refused while the token is being replaced does not end the session', async () => {
  const change = Promise.withResolvers<{ message: string; token: string }>();
  installFakeApi(
    fake(changePassword, () => change.promise),
    fake(getMyUser, no(403, 'Your session has ended.')),
  );
  const changing = call(changePassword, { current_password: 'x', new_password: 'Copper-Lathe-88' });
  await expect(call(getMyUser, {})).rejects.toMatchObject({ status: 403 });
  expect(getSession()).not.toBeNull();
  change.resolve({ message: 'Password changed successfully!', token: 'next' });
  await expect(changing).resolves.toMatchObject({ token: 'next' });
  await expect(call(getMyUser, {})).rejects.toMatchObject({ status: 403 });
  expect(getSession()).toBeNull();
});

test.each([401, 403])('a %i on a call with a token ends the session', { tags: ['X-SES-04'] }, async (status) => {
  installFakeApi(fake(getMyUser, no(status)));
  await expect(call(getMyUser, {})).rejects.toBeInstanceOf(ApiError);
  expect(getSession()).toBeNull();
});

test.each([400, 404, 500, 503])('a %i leaves the session alone', async (status) => {
  installFakeApi(fake(listFiles, no(status, 'sentence')));
  await expect(call(listFiles, {})).rejects.toMatchObject({ status });
  expect(getSession()).not.toBeNull();
});

test('only a 400 shows the server’s message, else the screen’s own', { tags: ['X-ERR-21', 'X-ERR-32'] }, async () => {
  for (const [status, shown] of [
    [400, 'Not enough credits.'],
    [429, 'fallback'],
    [404, 'fallback'],
    [500, 'fallback'],
    [0, 'fallback'],
  ] as const) {
    installFakeApi(fake(listFiles, no(status, 'Not enough credits.')));
    const error: unknown = await call(listFiles, {}).catch((problem: unknown) => problem);
    expect(messageFor(error, 'fallback')).toBe(shown);
  }
});

test('a limit of a domain shows its message as well', () => {
  const error = new ApiError(429, 'tickets.message_limit', 'Too many messages at once.');
  expect(messageFor(error, 'fallback')).toBe('Too many messages at once.');
});

test('a polled call sends the ETag of the known response, and a 304 returns that again, but not to another session', async () => {
  const user = { id: 1, username: 'ana' };
  const fetched = vi.spyOn(globalThis, 'fetch');
  const response = (body: string | null, status: number) =>
    fetched.mockResolvedValueOnce(new Response(body, { status, headers: { etag: '"one"' } }));
  const tagSent = () => new Headers(fetched.mock.calls.at(-1)?.[1]?.headers).get('if-none-match');
  response(JSON.stringify(user), 200);
  expect(await call(getMyUser, {})).toEqual(user);
  expect(tagSent()).toBeNull();
  response(null, 304);
  expect(await call(getMyUser, {})).toEqual(user);
  expect(tagSent()).toBe('"one"');
  startSession(tokenOf(ADMINISTRATOR));
  response(JSON.stringify({ id: 2 }), 200);
  expect(await call(getMyUser, {})).toEqual({ id: 2 });
  expect(tagSent()).toBeNull();
  fetched.mockRestore();
});
