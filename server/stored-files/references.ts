import { sql, type Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** The database's record of a stored file, and what it belongs to. */
export interface StoredReference {
  key: string;
  size_bytes: number;
  /** Null for an attachment or an image stored by an earlier version, which recorded none. */
  sha256: string | null;
  source: 'FILE' | 'MESSAGE' | 'SESSION' | 'MEDIA';
  source_id: string;
  /** Text for people. */
  label: string;
  /** The administrator's page for it. */
  path: string | null;
}

interface Page {
  /** Only keys after this one are listed. */
  after: string;
  limit: number;
}

/**
 * Lists the stored files that rows reference, ordered by key, each once. Every part reads an index in that order and
 * stops at the limit, so a page costs the same among a million.
 */
export async function listReferences(db: Kysely<Schema>, { after, limit }: Page): Promise<StoredReference[]> {
  const parts = PARTS.map(
    (part) =>
      sql`(select distinct on (key) * from (${part}) part where key > ${after} and ${hasBytes} order by key limit ${limit})`,
  );
  const { rows } = await sql<StoredReference>`
    select distinct on (key) key, size_bytes::bigint, sha256, source, source_id, label, path
      from (${sql.join(parts, sql` union all `)}) one
     order by key, sha256 nulls last, precedence limit ${limit}`.execute(db);
  return rows;
}

/** Rows whose bytes were given up name a key for which nothing is stored (removed-bytes.ts). */
const hasBytes = sql`not exists (select from removed_bytes where removed_bytes.key = part.key)`;

/** Counts the stored files that are referenced. */
export async function countReferences(db: Kysely<Schema>): Promise<number> {
  const parts = PARTS.map((part) => sql`select key from (${part}) part where ${hasBytes}`);
  const { rows } = await sql<{ count: number }>`
    select count(distinct key) as count from (${sql.join(parts, sql` union all `)}) one`.execute(db);
  return rows[0]?.count ?? 0;
}

const FILE_PATH = sql`'/admin/view-file/' || f.id`;

/** Every column that references stored files needs a part here. */
const PARTS = [
  sql`select h.file_key as key, h.size_bytes, h.sha256, 'FILE' as source, f.id::text as source_id,
             'File ' || f.file_id || case h.kind when 'ORIGINAL' then ', original ' else ', modified file ' end || h.file_name
               as label,
             ${FILE_PATH} as path, 1 as precedence
        from file_history h join files f on f.id = h.file_id`,
  sql`select f.file_key as key, f.file_size_bytes, f.file_sha256, 'FILE', f.id::text,
             'File ' || f.file_id || ', original ' || f.file_name, ${FILE_PATH}, 2
        from files f`,
  sql`select f.mod_file_key as key, f.mod_file_size_bytes, f.mod_file_sha256, 'FILE', f.id::text,
             'File ' || f.file_id || ', modified file ' || f.mod_file_name, ${FILE_PATH}, 2
        from files f where f.mod_file_key is not null`,
  sql`select more.file_key as key, more.size_bytes, more.sha256, 'FILE', f.id::text,
             'File ' || f.file_id || ', further file ' || more.file_name, ${FILE_PATH}, 1
        from further_files more join files f on f.id = more.file_id`,
  sql`select m.file_key as key, m.file_size_bytes, m.file_sha256, 'MESSAGE', m.id::text,
             'Ticket ' || t.ticket_id || ', attachment ' || m.file_name, '/admin/view-file/' || t.file_id, 1
        from ticket_messages m join tickets t on t.id = m.ticket_id where m.file_key is not null`,
  sql`select s.file_key as key, s.file_size_bytes, s.file_sha256, 'SESSION', s.id::text,
             'DTC OFF session ' || s.id || ', ' || s.file_name, null, 1
        from ai_sessions s where s.file_key is not null`,
  sql`select m.file_key as key, m.size_bytes, m.sha256, 'MEDIA', m.name,
             case when i.id is not null then 'Solution image ' || i.name
                  when l.id is not null then 'Login image or video ' || l.name else 'Logo' end
               || ', ' || m.content_type,
             null, 1
        from media_files m
        left join solution_images i on i.id = m.solution_image_id
        left join login_media l on l.id = m.login_media_id`,
];
