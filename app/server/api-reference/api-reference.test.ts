import type { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { onTestFinished, expect, test } from 'vitest';
import { endpoints } from '../../endpoints.ts';
import { PROGRAM_VERSION } from '../../../server/program-version.ts';
import { mountApiReference } from './api-reference.ts';
import { offerCompression } from '../../../server/http/compression.ts';
import { describeApi } from './openapi.ts';

test('the description of the calls is made once, in a thread, at the first request; the start makes none', async () => {
  const threads: Worker[] = [];
  const remember = (thread: Worker) => void threads.push(thread);
  process.on('worker', remember);
  onTestFinished(() => void process.off('worker', remember));
  const app = Fastify();
  onTestFinished(() => app.close());
  await offerCompression(app);
  mountApiReference(app, 'https://portal.test/');
  await app.ready();
  expect(threads).toHaveLength(0);

  const read = () => app.inject({ method: 'GET', url: '/api/openapi.json' });
  const replies = [...(await Promise.all([read(), read()])), await read()];
  const expected: unknown = JSON.parse(
    JSON.stringify(describeApi(endpoints, { version: PROGRAM_VERSION, publicUrl: 'https://portal.test/' })),
  );
  for (const reply of replies) expect(reply.json()).toEqual(expected);
  expect(threads).toHaveLength(1);
});
