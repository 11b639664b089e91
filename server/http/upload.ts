import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { UPLOAD_LIMIT_BYTES } from '../../contract/endpoint.ts';
import { Refusal } from '../../contract/refusal.ts';
import type { Storage } from '../storage/storage.ts';
import { allowLongBody } from './body-watch.ts';
import type { Upload } from './call.ts';
import { hasZero, parseJsonObject } from './json.ts';
import { HttpProblem, tooLarge, wrongContentType } from './replies.ts';

/**
 * Limits what all uploads together pass on in one turn of the event loop. A sender on a fast line would otherwise fill
 * the turn, and every other call would wait for its end.
 */
export function createTurnBudget(bytesOfTurn: number) {
  let leftBytes = bytesOfTurn;
  let nextTurn: Promise<void> | null = null;
  const awaitTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        leftBytes = bytesOfTurn;
        nextTurn = null;
        resolve();
      });
    });
  return {
    /** Resolves in this turn or, when its bytes are used up, in the next one. */
    async spend(bytes: number): Promise<void> {
      leftBytes -= bytes;
      nextTurn ??= awaitTurn();
      if (leftBytes <= 0) await nextTurn;
    },
  };
}

/** A file that is too large is read up to this size; a larger one is a 413. */
const DRAIN_LIMIT_BYTES = 25 * 1024 * 1024;

const MAX_FIELD_LENGTH = 100;

const oversize = () => new Refusal('errors.http.file_size', 'file');
const twoFiles = () => new Refusal('errors.http.two_files', 'file');
const emptyFile = () => new Refusal('errors.http.file_empty', 'file');
const badForm = () => new Refusal('errors.http.bad_form');

export interface MultipartInput {
  fields: Record<string, unknown>;
  upload: Upload | null;
}

export interface MultipartOptions {
  storage: Storage;
  /** The one field that may hold a file. */
  fileField: string;
  /** Called when a file begins, before a byte of it is read; throws when it is not allowed. */
  admit: () => Promise<Admission | null>;
}

/** How large a file may be for this caller, and the refusal of a larger one. */
export interface Admission {
  maxBytes: number;
  refuse: () => Promise<Error>;
}

/**
 * Reads a multipart call: the file is streamed to storage while its SHA-256 is computed, and `jsonData` is unpacked
 * into plain fields. Whatever goes wrong, no bytes are left behind; the rest of the body is left to `watchBodies`.
 */
export async function readMultipart(request: FastifyRequest, options: MultipartOptions): Promise<MultipartInput> {
  if (!request.isMultipart()) throw wrongContentType();
  if (Number(request.headers['content-length'] ?? 0) > DRAIN_LIMIT_BYTES + 64 * 1024) throw tooLarge();
  const fields: Record<string, unknown> = {};
  const seen = new Set<string>();
  let upload: Upload | null = null;
  try {
    for await (const part of readParts(request)) {
      if (part.type === 'file') {
        if (upload) throw twoFiles();
        if (part.fieldname !== options.fileField) throw badForm();
        const admission = await options.admit();
        allowLongBody(request);
        upload = await receiveFile(part, { ...options, admission });
      } else {
        if (seen.has(part.fieldname) || part.fieldname.length > MAX_FIELD_LENGTH || part.valueTruncated)
          throw badForm();
        seen.add(part.fieldname);
        addField(fields, part.fieldname, part.value);
      }
    }
  } catch (error) {
    if (upload) await options.storage.discard(upload.key);
    throw error;
  }
  return { fields, upload };
}

/** Reads the parts. Whatever the parser finds wrong is the sender's fault, as is a body that ends too early. */
async function* readParts(request: FastifyRequest): AsyncIterable<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    request.log.debug({ err: error }, 'a form cannot be read');
    throw badForm();
  }
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__' || name === 'constructor' || name === 'prototype') throw badForm();
  if (name !== 'jsonData') {
    if (hasZero(String(value))) throw badForm();
    if (!(name in fields)) fields[name] = value;
    return;
  }
  // A part marked as JSON has been parsed already.
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  for (const [key, item] of Object.entries(parseJsonObject(text))) fields[key] = item;
}

async function receiveFile(
  { file, filename }: MultipartFile,
  { storage, admission }: MultipartOptions & { admission: Admission | null },
): Promise<Upload> {
  const counted = { bytes: 0 };
  const stored = await countWhile(() => storage.receive(withinLimit(file, counted, admission)));
  if (counted.bytes > UPLOAD_LIMIT_BYTES || counted.bytes === 0) {
    await storage.discard(stored.key);
    throw counted.bytes === 0 ? emptyFile() : oversize();
  }
  return { ...stored, fileName: cleanFileName(unescapeName(filename)) };
}

/** Budget of all uploads: about 16 chunks of a connection. Less costs turns, and more delays other calls. */
const turnBudget = createTurnBudget(1_000_000);

/** Passes on what may be stored, and reads on for a while: the reply depends on how much too large the file is. */
async function* withinLimit(
  source: Readable,
  counted: { bytes: number },
  admission: Admission | null,
): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      counted.bytes += chunk.byteLength;
      if (counted.bytes > DRAIN_LIMIT_BYTES) throw tooLarge();
      if (admission !== null && counted.bytes > admission.maxBytes) throw await admission.refuse();
      if (counted.bytes <= UPLOAD_LIMIT_BYTES) yield chunk;
      await turnBudget.spend(chunk.byteLength);
    }
  } catch (error) {
    throw error instanceof HttpProblem || error instanceof Refusal ? error : badForm();
  }
}

/** Browsers send these three characters of a name escaped (HTML, multipart/form-data), and a percent sign as it is. */
const unescapeName = (name: string): string => name.replace(/%0[AD]/gi, '').replaceAll('%22', '"');

const MAX_NAME_LENGTH = 200;
/** A longer ending is part of the name. */
const MAX_ENDING_LENGTH = 20;

/** Control characters, and those that change the direction of the text after them. */
const INVISIBLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns the last part of a path, without control characters and never empty. A name that is too long keeps its ending,
 * by which tools recognise the file, and is never cut inside a character.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replace(INVISIBLE, '').toWellFormed().trim();
  const ending = /\.[^.]+$/.exec(visible)?.[0] ?? '';
  const lasting = visible.length > MAX_NAME_LENGTH && ending.length <= MAX_ENDING_LENGTH ? ending : '';
  const stem = visible.slice(0, visible.length - lasting.length).slice(0, MAX_NAME_LENGTH - lasting.length);
  const clean = (stem.replace(/[\uD800-\uDBFF]$/, '') + lasting).trim();
  return clean === '' || clean === '.' || clean === '..' ? 'file.bin' : clean;
}

/** Longest wait for a moment without uploads: on a portal that always receives some, the rest has to go on as well. */
const MAX_WAIT_MS = 60_000;

let underWay = 0;
const waiting = new Set<() => void>();

/** Counts an upload of this process until its bytes have arrived. */
export async function countWhile<Result>(receive: () => Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await receive();
  } finally {
    underWay -= 1;
    if (underWay === 0) for (const go of waiting) go();
  }
}

/** Resolves when this process receives no upload: work that nobody waits for leaves the processor to those who do. */
export function awaitEndOfUploads(maxMs = MAX_WAIT_MS): Promise<void> {
  if (underWay === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, maxMs);
    waiting.add(go);
  });
}
