import type * as z from 'zod/mini';
import { type Capability } from './capabilities.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: `anyone` ignores a token altogether, so that a stale one never bounces a visitor. */
export type Who = 'anyone' | 'signed-in' | Capability;

/** `bytes` is a download. A list may be sent a page at a time (server/http/pages.ts). */
export type ReplyKind = z.ZodMiniType | 'bytes';

/** A call's multipart file; `missing` is what the user reads when there must be one. */
export type FileRule = 'optional' | { missing: string };

/** What a call takes and what it replies; see the `.schemas.ts` beside each contract. */
export interface CallSchemas {
  /** Path parameters, query and body in one object; what is not listed is ignored. */
  input: z.ZodMiniType;
  reply: ReplyKind;
}

export interface EndpointDeclaration<Attached extends FileRule = FileRule> {
  method: Method;
  /** Below `/api`; parameters as `:name` are part of the input. */
  path: `/${string}`;
  /** Heading in the API reference. The browser's build leaves out what no page reads (scripts/vite/omit-server-facts.ts). */
  summary?: string;
  description?: string;
  who: Who;
  status?: 200 | 201;
  /** The multipart file that comes with the input. */
  file?: Attached;
  /** What the spec calls that file's field; `file` unless set otherwise. */
  fileField?: 'image';
  /** Refused for an unverified customer when the operator demands activation. */
  needsActivation?: true;
  /** Sent with an ETag, and 304 when nothing changed. */
  polled?: true;
  /** A list for reading, which may come from a replica of the database (server/database/replica.ts). */
  fromReplica?: true;
  /** A secret stands in the reply, so it is never compressed (server/http/compression.ts). */
  hasSecret?: true;
  /** A repeat with the same `Idempotency-Key` changes nothing and replies as the first one. */
  idempotent?: true;
  /** At most this many calls per minute and address. */
  perMinute?: number;
  /** Kilobytes of JSON that it takes, instead of the usual `LONGEST_BODY_KB`. */
  longestBodyKb?: number;
  /** Ended with 503 after this time instead of the usual one (server/http/deadline.ts). */
  longestSeconds?: number;
  /** Codes of its errors, beside those that follow from the rest (server/http/call-errors.ts). */
  errors?: readonly string[];
}

/** Whether the input beside the path is in the address: the body of these methods has no meaning for proxies. */
export const hasQuery = ({ method }: Pick<Endpoint, 'method'>): boolean => method === 'GET' || method === 'DELETE';

/** An address of the product. It carries the types of its schemas and none of their code, so that a browser needs none. */
export type Endpoint<Schemas extends CallSchemas = CallSchemas, Attached extends FileRule = FileRule> = Readonly<
  EndpointDeclaration<Attached>
> & {
  /** Set for calls that `portal/endpoints.ts` does not list, such as those of a test. */
  readonly schemas?: Schemas;
};

type SchemasOf<E> = E extends { readonly schemas?: infer Schemas extends CallSchemas } ? Schemas : never;
export type InputOf<E> = z.output<SchemasOf<E>['input']>;
export type ReplyOf<E> = SchemasOf<E>['reply'] extends infer Reply
  ? Reply extends z.ZodMiniType
    ? z.output<Reply>
    : 'bytes'
  : never;

/** Declares one call of the product: server route, client types, OpenAPI and the permission test all come from it. */
export const endpoint =
  <Schemas extends CallSchemas>() =>
  <Attached extends FileRule>(
    declaration: EndpointDeclaration<Attached> & { schemas?: Schemas },
  ): Endpoint<Schemas, Attached> =>
    declaration;

/** Names of the `:parameters` of a path. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
}

/** 20 MB, the largest file of any call that takes one, in bytes. */
export const UPLOAD_LIMIT_BYTES = 20_971_520;

/** For calls that have a file looked at (server/ecu/pool.ts) or mails sent; browsers wait for 150 seconds. */
export const LONG_WORK_SECONDS = 140;

/** Of the JSON of a call without a limit of its own. */
export const LONGEST_BODY_KB = 64;

/** Rows of a list that is sent whole. Longer ones are read by pages, or sent in pages (server/http/pages.ts). */
export const LONGEST_LIST = 5000;
