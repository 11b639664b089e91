import { createHash, randomBytes } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ReplyOf } from '../contract/endpoint.ts';
import type { getFile, listUserFiles } from '../features/files/files.calls.ts';
import type { Myself } from './login.ts';
import { describeLoss, read, send, type Portal } from './portal.ts';
import { Failure, table, type Terminal } from './terminal.ts';

type File = ReplyOf<typeof getFile>['file'];
type Files = ReplyOf<typeof listUserFiles>;

/** Lists the files with these ids; without ids, all own files, or those that the filter leaves. */
export async function status(
  terminal: Terminal,
  portal: Portal,
  { ids, reference, since }: { ids: readonly number[]; reference?: string | undefined; since?: string | undefined },
): Promise<void> {
  const found: (File | Files[number])[] = [];
  for (const id of ids) found.push((await getOne(portal, id)).file);
  if (ids.length === 0) {
    const { id } = await read<Myself>(portal, '/users/my');
    const filter = new URLSearchParams();
    if (reference !== undefined) filter.set('external_reference', reference);
    if (since !== undefined) filter.set('updated_since', since);
    found.push(...(await read<Files>(portal, `/users/${id}/files?${filter.toString()}`)));
  }
  if (terminal.isJson) return found.forEach((file) => terminal.print('', file));
  const rows = found.map((file) => [
    `${file.id}`,
    file.file_id,
    file.status,
    file.price_status,
    file.feasible ?? '',
    `${file.price}`,
    file.external_reference ?? '',
    file.file_name,
  ]);
  const head = ['id', 'number', 'state', 'price state', 'feasible', 'credits', 'reference', 'file'];
  terminal.print(table([head, ...rows]), found);
}

const getOne = (portal: Portal, id: number) => read<ReplyOf<typeof getFile>>(portal, `/files/${id}`);

interface Wanted {
  id: number;
  /** Where to: a file, or a folder that exists. */
  out: string;
  original: boolean;
  force: boolean;
}

/** Fetches the modified file, or the original, and never leaves half of one under its name. */
export async function download(
  terminal: Terminal,
  portal: Portal,
  { id, out, original, force }: Wanted,
): Promise<void> {
  const call = `/files/${id}/${original ? 'download' : 'download-mod-file'}`;
  const response = await send(portal, call, { isDownload: true });
  const isFolder = await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const path = resolve(isFolder ? join(out, readName(response, id)) : out);
  const temporary = join(dirname(path), `.tunedesk-${randomBytes(6).toString('hex')}.part`);
  try {
    if (!force) await refuseExisting(path);
    const { sha256, size } = await write(terminal, { response, portal }, temporary);
    const { file } = await getOne(portal, id);
    if (sha256 !== (original ? file.file_sha256 : file.mod_file_sha256)) {
      throw new Failure('What arrived is not what the portal has now: try again.', { code: 'damaged' });
    }
    await (force ? rename(temporary, path) : publish(temporary, path));
    terminal.print(`${path}: ${size} bytes`, { id, path, size_bytes: size, sha256 });
  } finally {
    await response.body?.cancel().catch(() => undefined);
    await rm(temporary, { force: true });
  }
}

interface Source {
  response: Response;
  portal: Portal;
}

/** The bytes of a reply; that it was cut off is the line's fault, and not that of what is written. */
async function* readBytes({ response, portal }: Source): AsyncIterable<Uint8Array> {
  try {
    yield* (response.body ?? []) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw describeLoss(error, portal);
  }
}

async function write(terminal: Terminal, source: Source, path: string) {
  const hash = createHash('sha256');
  const total = Number(source.response.headers.get('content-length') ?? 0);
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    const onProgress = terminal.progress(path, total);
    for await (const chunk of readBytes(source)) {
      hash.update(chunk);
      await file.writeFile(chunk);
      onProgress((size += chunk.length));
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

const alreadyThere = (path: string) =>
  new Failure(`${path} is there already; --force overwrites it.`, { code: 'exists' });

async function refuseExisting(path: string): Promise<void> {
  if (
    await stat(path).then(
      () => true,
      () => false,
    )
  )
    throw alreadyThere(path);
}

/** Gives a file its name unless something has it, in one step; a file system without links needs two. */
async function publish(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(path);
    await refuseExisting(path);
    await rename(temporary, path);
  }
}

/** The name that the portal gives the file, as a name that every system takes and that leads to no other folder. */
function readName({ headers }: Response, id: number): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
  return toFileName(decodeURIComponent(encoded)) || `file-${id}.bin`;
}

export function toFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) as string;
  const plain = last
    .replace(/[<>:"|?*]|\p{Cc}|\p{Bidi_Control}/gu, '_')
    .replace(/^\.+|[. ]+$/g, '')
    .slice(0, 200);
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}
