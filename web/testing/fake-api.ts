import * as z from 'zod/mini';
import { listParameterNames, type Endpoint, type InputOf, type ReplyOf } from '../../contract/endpoint.ts';
import { LimitReached, type Refusal, type RefusalValues } from '../../contract/refusal.ts';
import { getExpectedTime } from '../../features/files/expected-time/expected-time.calls.ts';
import { getUploadLimit } from '../../features/files/upload-limit/upload-limit.calls.ts';
import { endPresence, getWork, notePresence } from '../../features/staff/work/work.calls.ts';
import { uploadLimitOf } from './upload-limit.ts';

/** A reply other than 200: `no(400, 'The file is already paid.')`. Status 0 means that no response arrives. */
export class FakeNo {
  readonly status: number;
  readonly body: { code: string; message: string; field?: string; values?: RefusalValues };
  constructor(status: number, body: FakeNo['body']) {
    this.status = status;
    this.body = body;
  }
}

export const no = (status: number, message = '', field?: string): FakeNo =>
  new FakeNo(status, { code: 'test.no', message, ...(field === undefined ? {} : { field }) });

/** Builds a refusal or limit as the server sends it, with its code and values. */
export function refused(refusal: Refusal): FakeNo {
  const { code, message, field, values } = refusal;
  const status = refusal instanceof LimitReached ? 429 : 400;
  return new FakeNo(status, {
    code,
    message,
    ...(field !== undefined && { field }),
    ...(values !== undefined && { values }),
  });
}

/** The reply of a `bytes` endpoint: `fakeFile("golf.bin", bytes)`. */
class FakeFile {
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly headers: Record<string, string>;
  constructor(content: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
    this.content = content;
    this.headers = headers;
  }
}

export const fakeFile = (
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): FakeFile => new FakeFile(bytes, { 'content-disposition': `attachment; filename="${name}"`, ...headers });

type Answerer = (input: Record<string, unknown>) => unknown;

export interface FakeResponse {
  endpoint: Endpoint;
  response: Answerer;
}

type Faked<E extends Endpoint> = ReplyOf<E> | FakeNo | (ReplyOf<E> extends 'bytes' ? FakeFile : never);

/**
 * Fakes an endpoint of the contract. The reply is checked by its schema, so a fake cannot drift from the server.
 */
export function fake<E extends Endpoint>(
  endpoint: E,
  response: Faked<E> | ((input: InputOf<E>) => Faked<E> | Promise<Faked<E>>),
): FakeResponse {
  return { endpoint, response: typeof response === 'function' ? (response as Answerer) : () => response };
}

export interface FakeApi {
  /** Every call that was made, in order. */
  calls: {
    endpoint: Endpoint;
    input: Record<string, unknown>;
    file?: File | undefined;
    headers: Record<string, string>;
  }[];
  callsOf(endpoint: Endpoint): FakeApi['calls'];
  /** Adds responses; later ones take precedence over earlier ones. */
  use(...responses: FakeResponse[]): void;
}

/** Responses that every staff screen needs; the reader is the only one working. */
const WORK_OF_STAFF = [
  fake(getWork, {
    staff: [],
    open: [],
    overdue_since: { PENDING: null, IN_PROGRESS: null, PROCESSED: null, TICKET: null },
  }),
  fake(notePresence, { message: 'Noted.' }),
  fake(endPresence, { message: 'Noted.' }),
];

/** Responses that every screen with an upload needs: a failure would be an outage, at whose end all is loaded again. */
const OF_UPLOADERS = [
  fake(getUploadLimit, uploadLimitOf()),
  fake(getExpectedTime, { usually: null, mostly: null, orders: 0 }),
];

/** Replaces the server in a screen test: handles the page's `fetch` and `XMLHttpRequest`. */
export function installFakeApi(...initial: FakeResponse[]): FakeApi {
  const responses = [...WORK_OF_STAFF, ...OF_UPLOADERS, ...initial];
  const calls: FakeApi['calls'] = [];

  async function respond(
    method: string,
    url: string,
    fields: Record<string, unknown>,
    headers: Record<string, string>,
    file?: File,
  ) {
    const { pathname, searchParams } = new URL(url, 'http://portal.test');
    const path = pathname.replace(/^\/api/, '');
    const matching = responses.filter(({ endpoint }) => endpoint.method === method && patternOf(endpoint).test(path));
    const found = matching.toSorted((a, b) => specificity(a.endpoint) - specificity(b.endpoint)).at(-1);
    if (!found) throw new Error(`No fake answers ${method} ${path}`);
    const input = { ...fields, ...Object.fromEntries(searchParams), ...parseParameters(found.endpoint, path) };
    calls.push({ endpoint: found.endpoint, input, file, headers });
    // As on the server, the handler receives the input as parsed by the contract.
    const parsed = z.safeParse(found.endpoint.input, input);
    const reply = await found.response(parsed.success ? (parsed.data as Record<string, unknown>) : input);
    if (reply instanceof FakeNo) return { status: reply.status, body: JSON.stringify(reply.body), headers: {} };
    if (reply instanceof FakeFile) return { status: 200, body: reply.content, headers: reply.headers };
    const { reply: schema } = found.endpoint;
    const body = schema === 'bytes' ? String(reply) : JSON.stringify(z.parse(schema, reply));
    return { status: found.endpoint.status ?? 200, body, headers: {} };
  }

  globalThis.fetch = async (target, init = {}) => {
    // Strict mode mounts everything twice; a request that it cancels at once never leaves the browser.
    await Promise.resolve();
    init.signal?.throwIfAborted();
    const fields = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    const { status, body, headers } = await respond(init.method ?? 'GET', addressOf(target), fields, {
      ...(init.headers as Record<string, string>),
    });
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
  };
  globalThis.XMLHttpRequest = fakeRequest(respond) as unknown as typeof XMLHttpRequest;
  return {
    calls,
    callsOf: (endpoint) => calls.filter((made) => made.endpoint === endpoint),
    use: (...more) => responses.push(...more),
  };
}

const addressOf = (target: RequestInfo | URL): string => (target instanceof Request ? target.url : target.toString());

/** Fixed segments take precedence over parameters, as on the server; among equals, the later reply wins. */
const specificity = (endpoint: Endpoint) => -listParameterNames(endpoint.path).length;
const patternOf = (endpoint: Endpoint) => new RegExp(`^${endpoint.path.replace(/:\w+/g, '([^/]+)')}$`);

function parseParameters(endpoint: Endpoint, path: string): Record<string, string> {
  const values = patternOf(endpoint).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(
    listParameterNames(endpoint.path).map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
}

type Respond = (
  method: string,
  url: string,
  fields: Record<string, unknown>,
  headers: Record<string, string>,
  file?: File,
) => Promise<{ status: number; body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> }>;

function fakeRequest(respond: Respond) {
  return class extends EventTarget {
    status = 0;
    responseText = '';
    timeout = 0;
    upload = new EventTarget();
    private method = '';
    private url = '';
    private headers: Record<string, string> = {};

    open(method: string, url: string) {
      this.method = method;
      this.url = url;
    }

    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }

    abort() {
      this.dispatchEvent(new Event('abort'));
    }

    async send(form: FormData) {
      const file = [...form.values()].find((value) => value instanceof File);
      const fields = JSON.parse(form.get('jsonData') as string) as Record<string, unknown>;
      const size = file instanceof File ? file.size : 0;
      for (const part of [0.25, 0.6, 1]) {
        await Promise.resolve();
        this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: Math.round(size * part), total: size }));
      }
      const { status, body } = await respond(
        this.method,
        this.url,
        fields,
        this.headers,
        file instanceof File ? file : undefined,
      );
      if (status === 0) {
        this.dispatchEvent(new Event('error'));
        return;
      }
      this.status = status;
      this.responseText = String(body);
      this.dispatchEvent(new Event('load'));
    }
  };
}
