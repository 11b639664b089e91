import type * as z from 'zod/mini';
import { type Capability, listRolesWith } from './capabilities.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call. `anyone` ignores tokens altogether, so that a stale one never turns a visitor away. */
export type Who = 'anyone' | 'signed-in' | Capability;

/** `bytes` is a download. A list may be sent one page at a time (server/http/pages.ts). */
export type ReplyKind = z.ZodMiniType | 'bytes';

/** The multipart file of a call; `missing` is the message shown when a required file is absent. */
export type FileRule = 'optional' | { missing: string };

/**
 * One call of the API. The browser build omits what no page reads, the schemas as well
 * (tools/vite/omit-server-facts.ts).
 */
export interface Endpoint<
  Attached extends FileRule = FileRule,
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends ReplyKind = ReplyKind,
> {
  readonly method: Method;
  /** Path below `/api`; parameters such as `:name` are part of the input. */
  readonly path: `/${string}`;
  /** Heading in the API reference. */
  readonly summary?: string;
  readonly description?: string;
  readonly who: Who;
  /** What staff need for a call that customers make for what is their own. */
  readonly staffNeeds?: Capability;
  /** Path parameters, query and body in one object; unlisted fields are ignored. */
  readonly input: Input;
  readonly reply: Reply;
  readonly status?: 200 | 201;
  /** The multipart file that comes with the input. */
  readonly file?: Attached;
  /** Name of that file's form field in the specification; `file` unless set otherwise. */
  readonly fileField?: 'image';
  /** Refused for unverified customers when the operator requires activation. */
  readonly needsActivation?: true;
  /**
   * Refused while the session's last proof of its user is too old (features/accounts/server/sessions.ts): balances,
   * roles, exports, and what protects an account. `second-factor`: the call takes the password itself, so that only
   * users with a second factor prove who they are again. Access tokens are not asked.
   */
  readonly needsFreshSignIn?: true | 'second-factor';
  /** Its reply has the token of a new session; that of the call, if any, has ended by then. */
  readonly opensSession?: true;
  /**
   * A call of every user that changes something, and that an access token with the area of its owner may make too.
   * False: no token makes this call, whatever it may do.
   */
  readonly forTokens?: boolean;
  /** Whether staff may make the call while they look at the portal as a customer; unset: see `isOpenToViews`. */
  readonly forViews?: boolean;
  /**
   * For whom the call acts when a colleague of a customer makes it: for the customer, for the colleague, or (`refused`) not
   * at all, because it is the customer's alone. Unset: see `actsOfColleagues`.
   */
  readonly forColleagues?: 'customer' | 'themselves' | 'refused';
  /** Possible for users who must first choose a password in place of a generated one, or add a second factor. */
  readonly withGeneratedPassword?: true;
  /** Possible for staff who must first add the second factor that the shop requires. */
  readonly withoutSecondFactor?: true;
  /** Made by an open page by itself, like what is polled: it does not count as use of the session. */
  readonly automatic?: true;
  /** Sent with an ETag; the response is 304 when nothing has changed. */
  readonly polled?: true;
  /** A read-only list, which may come from a replica of the database (server/database/replica.ts). */
  readonly fromReplica?: true;
  /** The reply contains a secret, so it is never compressed (server/http/compression.ts). */
  readonly hasSecret?: true;
  /** Maximum number of calls per minute: from one network where strangers may call, and of one user otherwise. */
  readonly perMinute?: number;
  /** Maximum size of the JSON body in kilobytes, instead of `MAX_BODY_KB`. */
  readonly maxBodyKb?: number;
  /** Deadline after which the call ends with 503, instead of the usual one (server/http/deadline.ts). */
  readonly timeoutSeconds?: number;
  /** Error codes of the call, in addition to those that follow from its other fields (server/http/call-errors.ts). */
  readonly errors?: readonly string[];
}

/** Returns the capability that a staff role has to include for the call; undefined when staff need none. */
export function capabilityOfStaff({ who, staffNeeds }: Pick<Endpoint, 'who' | 'staffNeeds'>): Capability | undefined {
  if (staffNeeds !== undefined || who === 'anyone' || who === 'signed-in') return staffNeeds;
  return listRolesWith(who).includes('ADMIN') ? who : undefined;
}

/** Whether the input outside the path is sent in the query: a body has no meaning to proxies with these methods. */
export const hasQuery = ({ method }: Pick<Endpoint, 'method'>): boolean => method === 'GET' || method === 'DELETE';

export type InputOf<E> = E extends { readonly input: infer Input extends z.ZodMiniType } ? z.output<Input> : never;
export type ReplyOf<E> = E extends { readonly reply: infer Reply }
  ? Reply extends z.ZodMiniType
    ? z.output<Reply>
    : 'bytes'
  : never;

/** Declares one call of the product: server route, client types, OpenAPI and the permission test all come from it. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <Attached extends FileRule, Input extends z.ZodMiniType, Reply extends ReplyKind>(
  declaration: Endpoint<Attached, Input, Reply>,
): Endpoint<Attached, Input, Reply> => declaration;

/** Declares the call that changes only the fields it is given, beside the one that takes them all. */
/* @__NO_SIDE_EFFECTS__ */
export const declarePatch = <Attached extends FileRule, Input extends z.ZodMiniType, Reply extends ReplyKind>(
  put: Endpoint<Attached, z.ZodMiniType, Reply>,
  input: Input,
): Endpoint<Attached, Input, Reply> => ({
  ...put,
  method: 'PATCH',
  summary: `${put.summary}: some fields`,
  description: `Fields that are left out stay as they are. ${put.description}`,
  input,
});

/** Returns whether nobody grants the call: anyone can register, as often as they like. */
export const isOpenToStrangers = ({ who }: Pick<Endpoint, 'who'>): boolean => who === 'anyone' || who === 'signed-in';

/** Returns the names of the `:parameters` in a path. */
export function listParameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
}

/** Maximum size in bytes of a file sent with any call: 20 MB. */
export const UPLOAD_LIMIT_BYTES = 20_971_520;

/** Deadline of calls that analyse a file (features/files/analysis/server/pool.ts) or send mails; browsers wait for 150 seconds. */
export const LONG_WORK_SECONDS = 140;

/** Maximum size of the JSON body of a call that sets no limit of its own. */
export const MAX_BODY_KB = 64;

/**
 * Maximum number of rows of a list that is sent whole. Longer lists are read or sent in pages (server/http/pages.ts).
 */
export const MAX_LIST_ROWS = 5000;
