import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Endpoint } from '../../portal/endpoint.ts';

export type Pages = AsyncIterable<readonly unknown[]>;

export const isPages = (result: unknown): result is Pages =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

/**
 * Writes a JSON list while it is read, a row a line, so that nobody holds all of it; rows are checked as every reply
 * is. The first page is read before anything is said: a list that cannot be read is a 500 and not half a list.
 */
export async function sendPages({ reply: schema }: Endpoint, pages: Pages, reply: FastifyReply): Promise<FastifyReply> {
  if (!(schema instanceof z.ZodMiniArray)) throw new Error('only a list can be written a page at a time');
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  const text = Readable.from(writeList(schema.def.element as z.ZodMiniType, first, iterator), { objectMode: false });
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(text);
}

type Step = IteratorResult<readonly unknown[]>;

async function* writeList(row: z.ZodMiniType, first: Step, iterator: AsyncIterator<readonly unknown[]>) {
  let before = '[';
  try {
    for (let step = first; !step.done; step = await iterator.next()) {
      const lines = step.value.map((value) => JSON.stringify(z.parse(row, value)));
      if (lines.length === 0) continue;
      yield `${before}\n${lines.join(',\n')}`;
      before = ',';
    }
    yield before === '[' ? '[]' : '\n]';
  } finally {
    // Whoever asked has gone.
    await iterator.return?.();
  }
}
