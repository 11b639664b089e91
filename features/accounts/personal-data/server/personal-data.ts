import { makeZip } from 'client-zip';
import { sql } from 'kysely';
import { Readable } from 'node:stream';
import type { Actor, Deps, Download } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../personal-data.calls.ts';
import { type Performer, byAdministrator, countUserFiles, eraseUser, recordAccessTo } from './erase-user.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { recordChange } from '../../../staff/audit/server/audit.ts';
import type { Erased } from './erasure-steps.ts';
import { EXPORT_PARTS, type ExportPart } from './export-parts.ts';

type FromPage<Input> = Input & { client: Client };

export async function downloadPersonalData(
  deps: Deps,
  actor: Actor,
  { id, client }: FromPage<InputOf<typeof contract.downloadPersonalData>>,
): Promise<Download> {
  return {
    stream: await exportUser(deps, id, byAdministrator(actor, client)),
    sizeBytes: null,
    fileName: `personal-data-${id}-${deps.clock.now().toISOString().slice(0, 10)}.zip`,
  };
}

/** A repeated call, such as after a lost response, gets the reply of the first one. */
export async function eraseUserForGood(
  deps: Deps,
  actor: Actor,
  { id, client, ...confirmed }: FromPage<InputOf<typeof contract.eraseUser>>,
): Promise<ReplyOf<typeof contract.eraseUser>> {
  try {
    const { username, files } = await eraseUser(deps, id, byAdministrator(actor, client), confirmed);
    return { username, files };
  } catch (error) {
    const erased = await findErased(deps.db, id);
    if (erased) return erased;
    throw error;
  }
}

async function findErased(db: Deps['db'], id: number) {
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  return user && { username: user.username, files: await countUserFiles(db, id) };
}

type ExportDeps = Pick<Deps, 'db' | 'storage' | 'clock'>;

/** Number of rows read by one statement. */
const PAGE = 1_000;

/**
 * Exports everything personal that the portal has of a user, as a ZIP that is written while the data is read: lists as
 * JSON, and every stored file with its bytes. The export and who requested it are recorded before its first byte.
 */
export async function exportUser(deps: ExportDeps, id: number, performer: Performer): Promise<Readable> {
  const who = await deps.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'username'])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    if (!user) throw notFound();
    const subject = { kind: 'USER', id, name: user.username } as const;
    await recordChange(tx, performer.changer, { kind: 'EXPORTED', subject, from: null, to: null });
    await recordAccessTo(tx, performer, { event: 'DATA_EXPORTED', accountId: id });
    return user;
  });
  return Readable.fromWeb(makeZip(listEntries(deps, who)) as Parameters<typeof Readable.fromWeb>[0]);
}

interface ZipEntry {
  name: string;
  lastModified: Date;
  input: AsyncIterable<Uint8Array>;
}

async function* listEntries(deps: ExportDeps, who: Erased): AsyncGenerator<ZipEntry> {
  const lastModified = deps.clock.now();
  for (const part of EXPORT_PARTS)
    yield { name: `${part.name}.json`, lastModified, input: renderRows(deps, who, part) };
  for await (const { key, name } of listStoredFiles(deps, who)) {
    const found = await deps.storage.read(key);
    // The bytes may have been given up on purpose, while the list of versions still names the file.
    if (found !== null) yield { name, lastModified, input: found.stream as AsyncIterable<Uint8Array> };
  }
}

async function* readPages<Row extends { id: number }>(
  { db }: ExportDeps,
  rows: ReturnType<ExportPart['rows']>,
): AsyncGenerator<Row[]> {
  for (let after = -1; ;) {
    const page = await sql<Row>`
      select * from (${rows}) part where id > ${after}::bigint order by id limit ${PAGE}`.execute(db);
    if (page.rows.length > 0) yield page.rows;
    if (page.rows.length < PAGE) return;
    after = page.rows.at(-1)?.id ?? after;
  }
}

async function* renderRows(deps: ExportDeps, who: Erased, { rows }: ExportPart): AsyncGenerator<Uint8Array> {
  let opening = '[\n';
  for await (const page of readPages(deps, rows(who))) {
    yield Buffer.from(opening + page.map((row) => JSON.stringify(row)).join(',\n'));
    opening = ',\n';
  }
  yield Buffer.from(opening === '[\n' ? '[]\n' : '\n]\n');
}

interface StoredFile {
  id: number;
  key: string;
  name: string;
}

/** Yields the files in folders named by file number; a version found in two tables is included once. */
async function* listStoredFiles(deps: ExportDeps, { id }: Erased): AsyncGenerator<StoredFile> {
  const rows = sql`
    select row_number() over (order by folder, key) as id, key, folder || '/' || left(key, 8) || '-' || name as name from (
      select distinct on (key) key, folder, regexp_replace(name, '[/\\\\]', '_', 'g') as name from (
        select h.file_key as key, 'files/' || f.file_id as folder, h.file_name as name
          from file_history h join files f on f.id = h.file_id where f.user_id = ${id}
        union all select f.file_key, 'files/' || f.file_id, f.file_name from files f where f.user_id = ${id}
        union all select f.mod_file_key, 'files/' || f.file_id, f.mod_file_name from files f where f.user_id = ${id}
        union all select m.file_key, 'files/' || f.file_id, m.file_name
          from further_files m join files f on f.id = m.file_id where f.user_id = ${id}
        union all select m.file_key, 'tickets/' || t.ticket_id, m.file_name
          from ticket_messages m join tickets t on t.id = m.ticket_id where t.user_id = ${id}
        union all select s.file_key, 'dtc-off', s.file_name from ai_sessions s where s.user_id = ${id}
      ) all_of_them where key is not null order by key, name
    ) once`;
  for await (const page of readPages<StoredFile>(deps, rows)) yield* page;
}
