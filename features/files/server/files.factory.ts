import { Readable } from 'node:stream';
import type { Insertable } from 'kysely';
import type { FilesTable } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { UPLOADED_ROW } from '../files.factory.ts';
import { insertFile, recordVersion } from './files.ts';
import { passOnToTickets } from './file-edits.ts';
import { buildUser } from '../../accounts/server/accounts.factory.ts';

const MODIFIED_NAME = 'VW_Golf_5_19TDI_EDC16U34_mod.bin';

type Built = Partial<Insertable<FilesTable>> & { bytes?: Uint8Array; modBytes?: Uint8Array };

/** Returns bytes that no other built file has. */
let serial = 0;
const someBytes = () => new TextEncoder().encode(`ECU image ${(serial += 1)}\n`.repeat(64));

async function store({ storage }: Pick<Deps, 'storage'>, bytes: Uint8Array) {
  const stored = await storage.receive(Readable.from([bytes]));
  await storage.keep(stored);
  return stored;
}

/**
 * Builds a pending file of a new customer, unless `fields` set otherwise. Passing `modBytes`, or a state that needs
 * them, attaches a modified version; money is not moved, so a PAID file needs its payment posted as well.
 */
export async function buildFile(deps: Pick<Deps, 'db' | 'storage'>, { bytes, modBytes, ...fields }: Built = {}) {
  const original = await store(deps, bytes ?? someBytes());
  const needsModified = fields.feasible === 'POSSIBLE' || modBytes !== undefined;
  const modified = needsModified ? await store(deps, modBytes ?? someBytes()) : null;
  const user_id = fields.user_id ?? (await buildUser(deps)).id;
  const row = {
    ...UPLOADED_ROW,
    user_id,
    file_key: original.key,
    file_size_bytes: original.sizeBytes,
    file_sha256: original.sha256,
    ...(modified && {
      mod_file_name: MODIFIED_NAME,
      mod_file_key: modified.key,
      mod_file_size_bytes: modified.sizeBytes,
      mod_file_sha256: modified.sha256,
    }),
    ...fields,
  };
  const owner = { id: user_id };
  const { id } = await insertFile(deps.db, owner, row, { ...original, fileName: row.file_name });
  if (modified) {
    const upload = { ...modified, fileName: row.mod_file_name as string };
    await recordVersion(deps.db, owner, { fileId: id, kind: 'MODIFIED', upload });
  }
  return deps.db
    .selectFrom('files')
    .select(['id', 'file_id', 'user_id', 'price_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Deletes all files, and their tickets with them. */
export async function deleteAllFiles({ db }: Pick<Deps, 'db'>): Promise<void> {
  const files = await db.updateTable('files').set({ deleted_at: new Date() }).returning('id').execute();
  await passOnToTickets(
    db,
    files.map(({ id }) => id),
  );
}
