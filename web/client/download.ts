import { hasQuery, type Endpoint, type InputOf } from '../../contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { TIMEOUT_MS, address, composeHeaders, readProblem, chooseToken, withFreshSignIn } from './call.ts';
import { reportNoResponse, reportStatus } from './connection.ts';
import { t } from '../languages/text.ts';

/** Fetches a file and lets the browser save it under the name from the server. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  limit: { timeoutMs?: number } = {},
): Promise<string> {
  const { blob, name } = await fetchFile(endpoint, input, limit);
  save(blob, name);
  return name;
}

/** Fetches a file whose bytes the page itself needs, together with its name from the server. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  limit: { timeoutMs?: number } = {},
) {
  const response = await withFreshSignIn(() => fetchBytes(endpoint, input, limit.timeoutMs));
  const name = parseFileName(response.headers.get('content-disposition'));
  return { blob: await response.blob(), name };
}

/** Fetches a file to show it on the page. */
export async function fetchBlob<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  return (await fetchBytes(endpoint, input)).blob();
}

async function fetchBytes<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const { url, rest } = address(endpoint, input as Record<string, unknown>);
  const token = chooseToken(endpoint);
  const hasBody = !hasQuery(endpoint) && Object.keys(rest).length > 0;
  const response = await fetch(url, {
    method: endpoint.method,
    headers: composeHeaders(token, hasBody),
    ...(hasBody ? { body: JSON.stringify(rest) } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    reportNoResponse();
    throw new ApiError(0, 'network', t('errors.network'));
  });
  reportStatus(response.status);
  if (!response.ok) throw await readProblem(response, token);
  return response;
}

/** Returns the file name from a content-disposition header, preferring RFC 8187; `download.bin` if there is none. */
function parseFileName(header: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Falls through to the plain name.
    }
  }
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1] ?? 'download.bin';
}

/** Lets the browser save data that is already loaded, under this name. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
