export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  body?: object;
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> };
  /** Sent as a multipart form, with or without a file. */
  isForm?: boolean;
  /** Idempotency key, the same for every repeat. */
  key?: string;
}

/** `status` 0: no reply arrived, and it is unknown whether the call was carried out. */
export interface Reply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- of either release; what is used of it is looked for in the database
  body: any;
  bytes: Uint8Array;
  headers: Headers;
}

const NONE: Reply = { status: 0, body: {}, bytes: new Uint8Array(), headers: new Headers() };

function composeBody({ body, file, method, isForm = file !== undefined }: Call): string | FormData | undefined {
  if (method === 'GET') return undefined;
  if (!isForm) return JSON.stringify(body ?? {});
  const form = new FormData();
  if (file !== undefined) form.append('file', new Blob([file.bytes]), file.name);
  form.append('jsonData', JSON.stringify(body ?? {}));
  return form;
}

/** Sends one call like a browser. */
export async function send(url: string, call: Call): Promise<Reply> {
  const body = composeBody(call);
  try {
    const response = await fetch(`${url}/api${call.path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${call.token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(call.key !== undefined && { 'idempotency-key': call.key }),
      },
      ...(body !== undefined && { body }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const parsed: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : {};
    return { status: response.status, body: parsed, bytes, headers: response.headers };
  } catch {
    return NONE;
  }
}
