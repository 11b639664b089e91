import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Sentence } from '../../contract/sentence.ts';
import { listCallErrors } from '../http/call-errors.ts';

const Problem = z.strictObject({
  code: z.string().check(z.regex(/^[a-z-]+(\.[a-z_]+)?$|^not_found$/)),
  message: z.string().check(z.minLength(1)),
  field: z.optional(z.string()),
  values: z.optional(
    z.record(
      z.string(),
      z.union([z.string(), z.number(), z.strictObject({ cents: z.int() }), z.array(z.string()), Sentence, z.null()]),
    ),
  ),
  request_id: z.optional(z.uuid()),
});

/**
 * Returns what violates the contract in a reply, or null. Every call of every test goes through it, so a leaking column
 * or an error that reveals too much fails wherever it first appears.
 */
export function findReplyFault(endpoint: Endpoint, status: number, body: unknown): string | null {
  if (status === 304) return body === undefined ? null : '304 has a body';
  if (status >= 400) {
    const parsed = z.safeParse(Problem, body);
    if (!parsed.success) return `an error must be {code, message}: ${JSON.stringify(body)}`;
    return findUnlisted(endpoint, status, parsed.data.code);
  }
  if (status !== (endpoint.status ?? 200)) return `the status of success is ${endpoint.status ?? 200}`;
  const { reply: schema } = endpoint;
  if (schema === 'bytes') return body === undefined ? null : 'a download is not JSON';
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const listed = JSON.stringify(sorted(parsed.data));
  return listed === JSON.stringify(sorted(body)) ? null : `holds more than its schema: ${JSON.stringify(body)}`;
}

/** Fastify refuses what it cannot read with a status of its own choice. */
const OF_FASTIFY = 'http.bad_request';

function findUnlisted(endpoint: Endpoint, status: number, code: string): string | null {
  const listed = listCallErrors(endpoint).some((error) => error.code === code && error.status === status);
  return listed || code === OF_FASTIFY ? null : `the contract does not list the error ${code} with ${status}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
