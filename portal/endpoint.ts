import * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: `anyone` ignores a token altogether, so that a stale one never bounces a visitor. */
export type Who = 'anyone' | 'signed-in' | 'customer' | 'admin';

/** `bytes` is a download. A list may be answered a page at a time (server/http/pages.ts). */
export type ReplyKind = z.ZodMiniType | 'bytes';

/** A call's multipart file; `missing` is what the user reads when there must be one. */
export type FileRule = 'optional' | { missing: string };

export interface EndpointDeclaration<
  Input extends z.ZodMiniType,
  Reply extends ReplyKind,
  Attached extends FileRule = FileRule,
> {
  method: Method;
  /** Below `/api`; parameters as `:name` are part of the input. */
  path: `/${string}`;
  who: Who;
  /** Path parameters, query and body in one object; what is not listed is ignored. */
  input: Input;
  reply: Reply;
  status?: 200 | 201;
  /** The multipart file that comes with the input. */
  file?: Attached;
  /** What the spec calls that file's field; `file` unless it says otherwise. */
  fileField?: 'image';
  /** Refused for an unverified customer when the operator demands activation. */
  needsActivation?: true;
  /** Answered with an ETag, and 304 when nothing changed. */
  polled?: true;
  /** At most this many calls per minute and address. */
  perMinute?: number;
  /** Kilobytes of JSON that it takes, instead of the usual `LONGEST_BODY_KB`. */
  longestBodyKb?: number;
  /** Ended with 503 after this time instead of the usual one (server/http/deadline.ts). */
  longestSeconds?: number;
}

export type Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends ReplyKind = ReplyKind,
  Attached extends FileRule = FileRule,
> = Readonly<EndpointDeclaration<Input, Reply, Attached>>;

export type InputOf<E> = E extends Endpoint<infer Input, ReplyKind> ? z.output<Input> : never;
export type ReplyOf<E> =
  E extends Endpoint<z.ZodMiniType, infer Reply> ? (Reply extends z.ZodMiniType ? z.output<Reply> : 'bytes') : never;

/** Declares one call of the product: server route, client types, OpenAPI and the permission test all come from it. */
export function endpoint<Input extends z.ZodMiniType, Reply extends ReplyKind, Attached extends FileRule>(
  declaration: EndpointDeclaration<Input, Reply, Attached>,
): Endpoint<Input, Reply, Attached> {
  return declaration;
}

/** Names of the `:parameters` of a path. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
}

/** An id in a path: a positive whole number as PostgreSQL and JavaScript both hold it. Anything else is "not there". */
export const Id = z.pipe(
  z.union([z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.int().check(z.positive())]),
  z.transform((value) => Number(value)),
);

/** The id of a record in a reply. */
export const RecordId = z.int();

/** 20 MB, the largest file of any call that takes one, in bytes (000 §9). */
export const UPLOAD_LIMIT_BYTES = 20_971_520;

/** For calls that have a file looked at (server/ecu/pool.ts) or mails sent; browsers wait for 150 seconds. */
export const LONG_WORK_SECONDS = 140;

/** Of the JSON of a call that does not say otherwise. */
export const LONGEST_BODY_KB = 64;

/** Rows of a list that is sent whole. Longer ones are read by pages, or sent in pages (server/http/pages.ts). */
export const LONGEST_LIST = 5000;

/** A reply that is a list, which is never longer than `most`; its query has the same limit. */
export const listOf = <Row extends z.ZodMiniType>(row: Row, most = LONGEST_LIST) =>
  z.array(row).check(z.maxLength(most));

/** No input at all. */
export const Nothing = z.object({});

/** A reply that only says that it worked. */
export const Done = z.object({ message: z.string() });

/** A day such as 2026-11-20, in UTC. Neither a calendar nor PostgreSQL has a year 0. */
export const Day = z.iso.date('Please choose a day.').check(z.refine((day) => day >= '0001', 'Please choose a day.'));

/** An amount of credits (1 CRS = 1 EUR) with at most two decimals. */
export const Credits = z.number();

/** An empty choice of a filter is no choice. */
export const chosen = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  );

const NO_MOMENT = 'A date must be a date and a time.';

/** In UTC, and in years of four digits there: PostgreSQL knows neither a year 0 nor an offset of 16 hours. */
export const Moment = z.pipe(
  z.iso
    .datetime({ error: NO_MOMENT, offset: true })
    .check(z.refine((text) => text > '0001-01-02' && text < '9999-12-31', NO_MOMENT)),
  z.transform((text) => new Date(text).toISOString()),
);

/** Rows to skip, of a list that is asked for a page at a time. */
export const Offset = z._default(
  z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.int('offset must be a whole number.').check(z.minimum(0, 'offset must be 0 or more.')),
  ),
  0,
);
