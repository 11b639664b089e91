import type { Endpoint, InputOf, ReplyOf } from '../../contract/endpoint.ts';
import { ApiError, isUnanswered } from './api-error.ts';
import { TIMEOUT_MS, address, toApiError, chooseToken } from './call.ts';
import { reportNoResponse, reportStatus } from './connection.ts';
import { t } from '../languages/text.ts';

/** How many bytes have been sent, and how many there are in total. */
export interface Progress {
  sentBytes: number;
  totalBytes: number;
}

export interface UploadOptions {
  file: File | null;
  onProgress?: (progress: Progress) => void;
  /** Called before each retry with its number, 1 to 3. */
  onRetry?: (attempt: number) => void;
  /** Must be the same for all attempts of one upload, so that a lost response cannot store it twice. */
  idempotencyKey?: string;
  retries?: number;
  signal?: AbortSignal;
}

/** Generates a random key. `crypto.randomUUID` is missing if the portal is served without TLS on a local network. */
export const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Delays before the first, second and third retry (G-52). */
const WAITS_MS = [1000, 2000, 4000];

/**
 * Sends a multipart call, and retries it only if no response arrived at all; a refusal is final
 * (X-LIM-02).
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: UploadOptions,
): Promise<ReplyOf<E>> {
  const { retries = 0, onRetry, signal } = options;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(endpoint, input, options);
    } catch (error) {
      if (!isUnanswered(error) || attempt >= retries || signal?.aborted) throw error;
      onRetry?.(attempt + 1);
      await new Promise((resolve) => setTimeout(resolve, WAITS_MS[attempt] ?? 4000));
    }
  }
}

function send<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: UploadOptions): Promise<ReplyOf<E>> {
  const { url, rest } = address(endpoint, input as Record<string, unknown>);
  const token = chooseToken(endpoint);
  return new Promise((resolve, reject) => {
    // Only XMLHttpRequest reports how much of a body has been sent.
    const request = new XMLHttpRequest();
    request.open(endpoint.method, url);
    request.timeout = TIMEOUT_MS;
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (options.idempotencyKey) request.setRequestHeader('idempotency-key', options.idempotencyKey);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress?.({ sentBytes: loaded, totalBytes: total }),
    );
    const rejectUnanswered = () => {
      if (!options.signal?.aborted) reportNoResponse();
      reject(new ApiError(0, 'network', t('errors.network')));
    };
    for (const end of ['error', 'timeout', 'abort'] as const) request.addEventListener(end, rejectUnanswered);
    request.addEventListener('load', () => {
      reportStatus(request.status);
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as ReplyOf<E>);
      else reject(toApiError(request.status, body, token));
    });
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(createForm(rest, options.file, endpoint.fileField));
  });
}

function createForm(fields: Record<string, unknown>, file: File | null, fileField = 'file'): FormData {
  const form = new FormData();
  if (file) form.append(fileField, file, file.name);
  form.append('jsonData', JSON.stringify(fields));
  return form;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
