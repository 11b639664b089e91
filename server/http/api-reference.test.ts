import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endpoints } from '../../portal/endpoints.ts';
import { mountApiReference } from './api-reference.ts';
import { offerCompression } from './compression.ts';

test('the description of the calls is complete before the first request, which only sends it', async () => {
  let readings = 0;
  const read = (list: typeof endpoints, name: string | symbol) => ((readings += 1), Reflect.get(list, name) as unknown);
  const watched = new Proxy(endpoints, { get: read });
  const app = Fastify();
  await offerCompression(app);
  mountApiReference(app, watched, null);
  const readAtStart = readings;
  expect(readAtStart).toBeGreaterThan(endpoints.length);
  for (let at = 0; at < 2; at += 1) {
    const reply = await app.inject({ method: 'GET', url: '/api/openapi.json' });
    expect(Object.keys(reply.json<{ paths: object }>().paths).length).toBeGreaterThan(50);
  }
  expect(readings).toBe(readAtStart);
  await app.close();
});
