import fastify from 'fastify';
import { expect, test } from 'vitest';
import { replyToError } from './replies.ts';

async function replyTo(code: string, message = 'said by PostgreSQL') {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => replyToError(error, request, reply));
  app.get('/', () => {
    throw Object.assign(new Error(message), { code });
  });
  const { statusCode, headers } = await app.inject('/');
  await app.close();
  return [statusCode, headers['retry-after']];
}

test.each([
  ['57P03', 'is starting up'],
  ['57P01', 'is going down'],
  ['53300', 'has no connection left'],
  ['08006', 'has closed the connection'],
  // While access is being set up again, or the password was changed: nothing of the call has begun.
  ['28000', 'does not let the portal in'],
  ['28P01', 'does not take the password of the portal'],
  ['25006', 'is no longer the primary'],
  ['0A000', 'is no longer the primary', 'cannot access temporary or unlogged relations during recovery'],
  ['ECONNREFUSED', 'is not there'],
])('a call while the database reports %s, because it %s, gets 503 with Retry-After', async (code, _, message?) => {
  expect(await replyTo(code, message)).toEqual([503, '5']);
});

test('a statement that the database refuses gets 500, not 503', async () => {
  expect(await replyTo('23505')).toEqual([500, undefined]);
  expect(await replyTo('0A000', 'cached plan must not change result type')).toEqual([500, undefined]);
});
