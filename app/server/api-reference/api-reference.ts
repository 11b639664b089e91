import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { PROGRAM_VERSION } from '../../../server/program-version.ts';
import { findThreadProgram, THREAD_ARGUMENTS } from '../../../server/threads/thread-programs.ts';
import { COMPRESSED } from '../../../server/http/compression.ts';
import type { ApiFacts } from './openapi.ts';

/** Serves the description of the calls. The first request makes it, in a thread: it would hold every call for a moment. */
export function mountApiReference(app: FastifyInstance, publicUrl: string | null): void {
  let text: Promise<Buffer> | null = null;
  app.get('/api/openapi.json', COMPRESSED, async (_request, reply) => {
    text ??= describeInThread({ version: PROGRAM_VERSION, publicUrl }).catch((error: unknown) => {
      text = null;
      throw error;
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(await text);
  });
}

async function describeInThread(workerData: ApiFacts): Promise<Buffer> {
  const thread = new Worker(findThreadProgram('openapi'), { workerData, env: {}, execArgv: THREAD_ARGUMENTS });
  try {
    const [json] = (await once(thread, 'message')) as [string];
    return Buffer.from(json);
  } finally {
    await thread.terminate();
  }
}
