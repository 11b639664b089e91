import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { InputOf, ReplyOf } from '../contract/endpoint.ts';
import type { listSolutions } from '../features/catalogue/catalogue.calls.ts';
import type { FileFieldName } from '../features/files/file-fields.ts';
import type { createFile, getQuote } from '../features/files/upload/upload.calls.ts';
import { read, send, type Portal } from './portal.ts';
import { Failure, table, toPrintable, wrongUse, type Terminal } from './terminal.ts';

type Solutions = ReplyOf<typeof listSolutions>;
export type Uploaded = ReplyOf<typeof createFile>['file'];

/** What is ordered with a file: the fields of the upload, with solutions by their names, codes or ids. */
export type Order = Partial<Record<FieldName, string>> & { solutions?: (string | number)[] };
type FieldName = FileFieldName | 'external_reference';

/** Whether the portal requires the field. The option of a field is its name with hyphens. */
const ORDER_FIELDS: Record<FieldName, boolean> = {
  vehicle: true,
  brand: true,
  model: true,
  ecu: true,
  petrol_type: true,
  generation: true,
  gear: false,
  reading_device: false,
  description: false,
  external_reference: false,
};

const FIELD_NAMES = Object.keys(ORDER_FIELDS) as FieldName[];

/** The portal's own limit for a file. */
export const MAX_FILE_BYTES = 20_971_520;

/** The option of a field, as in `--petrol-type`; the reference has a shorter one. */
const toOption = (field: FieldName): string =>
  field === 'external_reference' ? 'reference' : field.replaceAll('_', '-');

export const ORDER_OPTIONS = Object.fromEntries([
  ...FIELD_NAMES.map((field) => [toOption(field), { type: 'string' }] as const),
  ['solution', { type: 'string', multiple: true }] as const,
  ['order', { type: 'string' }] as const,
]);

/** The order of the options, over that of the file of `--order`. */
export async function readOrder(values: Record<string, unknown>): Promise<Order> {
  const path = values['order'] as string | undefined;
  const stored = path === undefined ? {} : await readOrderFile(path);
  const given = FIELD_NAMES.flatMap((field) => {
    const value = values[toOption(field)];
    return value === undefined ? [] : [[field, value]];
  });
  const solutions = values['solution'] as string[] | undefined;
  return { ...stored, ...Object.fromEntries(given), ...(solutions !== undefined && { solutions }) };
}

export async function readOrderFile(path: string): Promise<Order> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Failure(`${path} cannot be read: ${error.message}`);
  });
  let order: Order & Record<string, unknown>;
  try {
    order = JSON.parse(text) as typeof order;
  } catch {
    throw new Failure(`${path} is not JSON.`);
  }
  const known = [...FIELD_NAMES, 'solutions'] as string[];
  const unknown = Object.keys(order).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Failure(`${path}: there is no field "${unknown}"; the fields are ${known.join(', ')}.`);
  return order;
}

/** What is still missing of an order; empty when it can be sent. */
export const listMissing = (order: Order): string[] => [
  ...FIELD_NAMES.filter((field) => ORDER_FIELDS[field] && !order[field]).map((field) => `--${toOption(field)}`),
  ...(order.solutions?.length ? [] : ['--solution']),
];

async function findSolutionIds(portal: Portal, wanted: readonly (string | number)[]): Promise<number[]> {
  const catalogue = await read<Solutions>(portal, '/solutions');
  return wanted.map((one) => {
    const text = String(one).trim().toLowerCase();
    const isOne = ({ id, name, code }: Solutions[number]) =>
      [String(id), name.toLowerCase(), code.toLowerCase()].includes(text);
    const found = catalogue.find(isOne);
    if (found !== undefined) return found.id;
    throw new Failure(`There is no solution "${one}". tunedesk quote lists them.`, { code: 'files.unknown_solution' });
  });
}

/** Says what solutions cost together and when such an order is usually ready; without any, lists the catalogue. */
export async function quote(terminal: Terminal, portal: Portal, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) {
    const catalogue = await read<Solutions>(portal, '/solutions');
    const rows = catalogue.map(({ id, name, code, credits }) => [`${id}`, code, `${credits}`, name]);
    return terminal.print(table([['id', 'code', 'credits', 'solution'], ...rows]), catalogue);
  }
  const ids = await findSolutionIds(portal, wanted);
  const quoted = await read<ReplyOf<typeof getQuote>>(portal, `/quote?solutions=${ids.join(',')}`);
  const names = quoted.solutions.map(({ name }) => name).join(', ');
  const { usually } = quoted.expected_time;
  const when = usually === null ? '' : `, usually ready ${new Date(usually).toLocaleString()}`;
  terminal.print(toPrintable(`${names}: ${quoted.price} credits${when}`), quoted);
}

export interface Sending {
  path: string;
  bytes: Uint8Array;
  order: Order;
  /** The portal takes an order with the same key once. */
  key: string;
}

/** Sends one file with its order. */
export async function sendOrder(
  terminal: Terminal,
  portal: Portal,
  { path, bytes, order, key }: Sending,
): Promise<Uploaded> {
  const { solutions = [], ...fields } = order;
  const input: Partial<Omit<InputOf<typeof createFile>, 'vehicle'>> & { vehicle?: string } = {
    ...fields,
    solution_ids: await findSolutionIds(portal, solutions),
  };
  const name = basename(path);
  const form = () => {
    const composed = new FormData();
    composed.append('jsonData', JSON.stringify(input));
    composed.append('file', new Blob([bytes]), name);
    return composed;
  };
  const onProgress = terminal.progress(name, bytes.length);
  const response = await send(portal, '/files', { form, key, onProgress });
  onProgress(bytes.length);
  return ((await response.json()) as ReplyOf<typeof createFile>).file;
}

/** `upload FILE...`: each file becomes an order. */
export async function upload(
  terminal: Terminal,
  portal: Portal,
  paths: readonly string[],
  { order, key }: { order: Order; key?: string | undefined },
): Promise<void> {
  const missing = listMissing(order);
  if (missing.length > 0) throw wrongUse(`Missing: ${missing.join(', ')}.`);
  if (key !== undefined && paths.length > 1) throw wrongUse('--key is for one file.');
  for (const path of paths) {
    const bytes = await readOriginal(path);
    const file = await sendOrder(terminal, portal, { path, bytes, order, key: key ?? randomUUID() });
    terminal.print(describeSent(path, file), { path, ...file });
  }
}

export const describeSent = (path: string, { file_id, id, price }: Uploaded): string =>
  `${toPrintable(path)}: sent as ${file_id} (id ${id}), ${price} credits by the catalogue`;

async function readOriginal(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > MAX_FILE_BYTES)
      throw new Failure(`${path} is larger than 20 MB.`, { code: 'http.file_size' });
    return await readFile(path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`);
  }
}
