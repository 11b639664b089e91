import * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: `anyone` ignores a token altogether, so that a stale one never bounces a visitor. */
export type Who = 'anyone' | 'signed-in' | 'customer' | 'admin';

/** `bytes` is a download, `stream` a long list written row by row. */
export type ReplyKind = z.ZodMiniType | 'bytes';

export interface EndpointDeclaration<Input extends z.ZodMiniType, Reply extends ReplyKind> {
  method: Method;
  /** Below `/api`; parameters as `:name` are part of the input. */
  path: `/${string}`;
  who: Who;
  /** Path parameters, query and body in one object; what is not listed is ignored. */
  input: Input;
  reply: Reply;
  status?: 200 | 201;
  /** The multipart file that comes with the input. */
  file?: 'required' | 'optional';
  /** Refused for an unverified customer when the operator demands activation. */
  needsActivation?: true;
  /** Answered with an ETag, and 304 when nothing changed. */
  polled?: true;
  /** At most this many calls per minute and address. */
  perMinute?: number;
}

export type Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends ReplyKind = ReplyKind,
> = Readonly<EndpointDeclaration<Input, Reply>>;

export type InputOf<E> = E extends Endpoint<infer Input, ReplyKind> ? z.output<Input> : never;
export type ReplyOf<E> = E extends Endpoint<z.ZodMiniType, infer Reply>
  ? Reply extends z.ZodMiniType
    ? z.output<Reply>
    : 'bytes'
  : never;

/** Declares one call of the product: server route, client types, OpenAPI and the permission test all come from it. */
export function endpoint<Input extends z.ZodMiniType, Reply extends ReplyKind>(
  declaration: EndpointDeclaration<Input, Reply>,
): Endpoint<Input, Reply> {
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

/** No input at all. */
export const Nothing = z.object({});

/** A reply that only says that it worked. */
export const Done = z.object({ message: z.string() });

/** An amount of credits (1 CRS = 1 EUR) with at most two decimals. */
export const Credits = z.number();
