import { createHash, randomBytes } from 'node:crypto';
import { lstat, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_FILE_BYTES, listMissing, readOrderFile, type Order, type Uploaded } from './order.ts';
import { EXIT, Failure } from './terminal.ts';

/** Remembers in the folder what was sent from it. */
export const JOURNAL = '.tunedesk-watch.json';

/** What is written under another name first, and what is no file of the user. */
const LEFT_OUT_NAMES = /^[.~]|\.(json|tmp|temp|part|partial|crdownload|download|swp)$|~$/i;

/**
 * Codes of refusals that stay the same for this file and order; all others may be over at the next start, such as
 * `http.404` of a proxy, which has no code of its own.
 */
const OF_THE_FILE = /^(?:files\.|http\.[a-z])/;

interface Entry {
  /** `there`: it was in the folder before it was watched for the first time. */
  state: 'sent' | 'refused' | 'there';
  name: string;
  /** Size and time of change: a file with both unchanged is not read again. */
  stamp: string;
  file_id?: number;
  /** Why it was refused, and what was ordered: another order is tried. */
  message?: string;
  order?: string;
}

interface Journal {
  /** In the keys of what is sent: another folder may send the same file with another order. Older journals have none. */
  id?: string;
  /** Portal and account that the files went to. */
  account: string;
  /** By the SHA-256 of the content. */
  files: Record<string, Entry>;
}

export interface Watched {
  folder: string;
  account: string;
  /** What is ordered with every file; a file `NAME.json` beside it adds to it. */
  order: Order;
  /** For how long a file must not have changed before it is taken for complete. */
  settleMs: number;
  /** Whether files that are there before the folder is watched for the first time are sent too. */
  existing: boolean;
  now: () => number;
  send(sending: { path: string; bytes: Uint8Array; order: Order; key: string }): Promise<Uploaded>;
  report: (event: WatchEvent) => void;
}

export type WatchEvent = { file: string } & (
  | { event: 'sent'; reply: Uploaded }
  | { event: 'sent_before'; id: number | undefined }
  | { event: 'refused'; message: string; code: string }
  | { event: 'incomplete'; missing: string[] }
);

interface Look {
  stamp: string;
  since: number;
  /** What was decided about this state of the file. */
  decided: string | null;
  /** It could not be read, which was reported; other programs may hold it for a while. */
  isUnreadable: boolean;
}

/** Opens a folder whose files are sent once each; `look` is to be called again and again. */
export async function watchFolder(watched: Watched): Promise<WatchedFolder> {
  const { folder, account, existing } = watched;
  const stored = await readJournal(folder);
  if (stored !== null && stored.account !== account) {
    const advice = `To send them to ${account}, delete ${join(folder, JOURNAL)}.`;
    throw new Failure(`The files of this folder went to ${stored.account}. ${advice}`);
  }
  const journal = stored ?? { id: randomBytes(8).toString('hex'), account, files: {} };
  if (stored === null) {
    if (!existing) await markThere(folder, journal);
    await writeJournal(folder, journal);
  }
  return new WatchedFolder(watched, journal);
}

class WatchedFolder {
  readonly #watched: Watched;
  readonly #journal: Journal;
  readonly #looks = new Map<string, Look>();

  constructor(watched: Watched, journal: Journal) {
    this.#watched = watched;
    this.#journal = journal;
  }

  /** Number of files that are left out because they were there before. */
  get passedOver(): number {
    return Object.values(this.#journal.files).filter(({ state }) => state === 'there').length;
  }

  /** Looks at the folder once; returns the number of files about which nothing was decided and reported yet. */
  async look(): Promise<number> {
    let open = 0;
    const names = await listFiles(this.#watched.folder);
    for (const gone of [...this.#looks.keys()].filter((name) => !names.has(name))) this.#looks.delete(gone);
    for (const [name, stamp] of names) if (!(await this.#isDone(name, stamp))) open += 1;
    return open;
  }

  async #isDone(name: string, stamp: string): Promise<boolean> {
    const now = this.#watched.now();
    const last = this.#looks.get(name);
    const current = last?.stamp === stamp ? last : { stamp, since: now, decided: null, isUnreadable: false };
    this.#looks.set(name, current);
    const known = Object.values(this.#journal.files).find((entry) => entry.name === name && entry.stamp === stamp);
    if (known !== undefined && known.state !== 'refused') return true;
    if (now - current.since < this.#watched.settleMs) return false;
    const order = await this.#readOrder(name);
    const question = JSON.stringify(order);
    if (current.decided !== question) {
      const outcome = await this.#handle(name, stamp, order);
      if (outcome === 'decided') current.decided = question;
      if (outcome === 'unreadable' && !current.isUnreadable) this.#refuse(name, unreadable());
      current.isUnreadable = outcome === 'unreadable';
      return outcome !== 'changed';
    }
    return true;
  }

  async #readOrder(name: string): Promise<Order | Failure> {
    const { folder, order } = this.#watched;
    const beside = join(folder, `${name}.json`);
    const isThere = await lstat(beside).then(
      () => true,
      () => false,
    );
    if (!isThere) return order;
    return readOrderFile(beside).then(
      (own) => ({ ...order, ...own }),
      (error: Failure) => error,
    );
  }

  /** Decides about a file that no longer changes, unless it has changed meanwhile. */
  async #handle(name: string, stamp: string, order: Order | Failure): Promise<'decided' | 'changed' | 'unreadable'> {
    const size = Number(stamp.split(' ')[0]);
    if (size === 0) return this.#refuse(name, empty());
    if (size > MAX_FILE_BYTES) return this.#refuse(name, tooLarge());
    if (order instanceof Failure) return this.#refuse(name, order);
    const path = join(this.#watched.folder, name);
    const bytes = await readFile(path).catch(() => null);
    if ((await readStamp(path)) !== stamp) return 'changed';
    if (bytes === null) return 'unreadable';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const known = this.#journal.files[sha256];
    if (known?.state === 'sent') {
      this.#watched.report({ event: 'sent_before', file: name, id: known.file_id });
      return 'decided';
    }
    if (known?.order === JSON.stringify(order)) return 'decided';
    const missing = listMissing(order);
    if (missing.length > 0) this.#watched.report({ event: 'incomplete', file: name, missing });
    else await this.#send({ path, bytes, order, sha256, file: { name, stamp } });
    return 'decided';
  }

  async #send({ path, bytes, order, sha256, file }: Complete): Promise<void> {
    try {
      // The same content has the same key: it is one order even if this program is ended before it remembers.
      const key = ['watch', this.#journal.id, sha256].filter(Boolean).join('-');
      const reply = await this.#watched.send({ path, bytes, order, key });
      await this.#remember(sha256, { state: 'sent', ...file, file_id: reply.id });
      this.#watched.report({ event: 'sent', file: file.name, reply });
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode !== EXIT.refused) throw error;
      if (error.code === 'http.idempotency_reused') {
        // It was sent with another order, by a program that was ended before it remembered.
        await this.#remember(sha256, { state: 'sent', ...file });
        return this.#watched.report({ event: 'sent_before', file: file.name, id: undefined });
      }
      const { message, code } = error;
      if (OF_THE_FILE.test(code))
        await this.#remember(sha256, { state: 'refused', ...file, message, order: JSON.stringify(order) });
      this.#refuse(file.name, error);
    }
  }

  #refuse(file: string, { message, code }: Failure): 'decided' {
    this.#watched.report({ event: 'refused', file, message, code });
    return 'decided';
  }

  async #remember(sha256: string, entry: Entry): Promise<void> {
    this.#journal.files[sha256] = entry;
    await writeJournal(this.#watched.folder, this.#journal);
  }
}

interface Complete {
  path: string;
  bytes: Uint8Array;
  order: Order;
  sha256: string;
  file: { name: string; stamp: string };
}

const tooLarge = () => new Failure('It is larger than 20 MB.', { code: 'http.file_size' });
const empty = () => new Failure('It is empty.', { code: 'http.file_empty' });
const unreadable = () => new Failure('It cannot be read.');

async function markThere(folder: string, { files }: Journal): Promise<void> {
  for (const [name, stamp] of await listFiles(folder)) files[`there ${name}`] = { state: 'there', name, stamp };
}

/** The files that may be sent, each with its size and the time of its last change. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of (await readdir(folder)).sort()) {
    const stamp = LEFT_OUT_NAMES.test(name) ? null : await readStamp(join(folder, name));
    if (stamp !== null) found.set(name, stamp);
  }
  return found;
}

/** Null: it is gone, or no file of its own but a folder or a link to something. */
const readStamp = (path: string): Promise<string | null> =>
  lstat(path).then(
    (found) => (found.isFile() ? `${found.size} ${found.mtimeMs}` : null),
    () => null,
  );

async function readJournal(folder: string): Promise<Journal | null> {
  const path = join(folder, JOURNAL);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Journal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    // Starting again without it would send files twice.
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function writeJournal(folder: string, journal: Journal): Promise<void> {
  const path = join(folder, JOURNAL);
  await writeFile(`${path}.tmp`, `${JSON.stringify(journal, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
}
