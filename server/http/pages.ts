import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { chargeRun, bindToCurrentCaller } from '../database/callers.ts';
import { readJsonPages, type WholeList } from '../database/json-pages.ts';
import type { LongListReply } from './call.ts';

/** The version is null while it is not known whether the list changes. */
type VersionedList = LongListReply & { version: number | null };

/** Sets versions apart, which each process counts for itself. */
const EPOCH = randomUUID();

export const isLongList = (endpoint: Endpoint, result: unknown): result is VersionedList =>
  findWholeList(endpoint) !== null && typeof result === 'object' && result !== null && 'readPage' in result;

/** Returns the schema of a list that is sent whole; null when the reply is not such a list. */
function findWholeList(endpoint: Endpoint): z.ZodMiniArray | null {
  const { reply } = endpoint;
  const offered: unknown[] = reply instanceof z.ZodMiniUnion ? [...reply.def.options] : [reply];
  return offered.find((one) => one instanceof z.ZodMiniArray) ?? null;
}

/**
 * Sends a long list, or only a 304 to a caller who already has it. The tag is a weak one: the list may be newer than
 * its version.
 */
export async function sendLongList(
  endpoint: Endpoint,
  { version, read, readPage }: VersionedList,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tag = `W/"${version === null ? randomUUID() : `${EPOCH}-${version}`}"`;
  reply.header('etag', tag).header('cache-control', 'no-store');
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  if (readPage === null) return sendWhole(endpoint, read(), reply);
  const page = await readPage();
  const body = chargeRun(() => JSON.stringify(z.parse(endpoint.reply as z.ZodMiniType, { ...page, version: tag })));
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/**
 * Writes a JSON list while it is read, one row per line, so that the whole list is never in memory; its rows have the
 * fields of their schema and no others. The first page is read before anything is sent: a list that cannot be read
 * results in a 500 and not in half a list.
 */
async function sendWhole(endpoint: Endpoint, list: WholeList, reply: FastifyReply): Promise<FastifyReply> {
  const row = findWholeList(endpoint)?.def.element;
  if (!(row instanceof z.ZodMiniObject)) throw new Error('only a list of records can be written a page at a time');
  const pages = readJsonPages(list, Object.keys(row.def.shape));
  const first = await pages.next();
  const text = Readable.from(writeList(first, pages), { objectMode: false });
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

async function* writeList(first: IteratorResult<string, void>, pages: AsyncGenerator<string, void>) {
  const asCaller = bindToCurrentCaller();
  let before = '[';
  try {
    for (let step = first; !step.done; step = await asCaller(() => pages.next())) {
      yield `${before}\n${step.value}`;
      before = ',';
    }
    yield before === '[' ? '[]' : '\n]';
  } finally {
    // Ends the reading when the client has gone.
    await pages.return();
  }
}
