import { Readable } from 'node:stream';
import type { Deps } from '../../../../server/http/call.ts';
import { buildFile } from '../../server/files.factory.ts';

type Built = Parameters<typeof buildFile>[1] & { name?: string; furtherBytes?: Uint8Array };

/** Builds a scan report that accompanies a file. */
export async function buildFurtherFile(deps: Pick<Deps, 'db' | 'storage'>, built: Built = {}) {
  const { name = 'scan.pdf', furtherBytes = new TextEncoder().encode('Faults found: 2'), ...fields } = built;
  const file = await buildFile(deps, { ...fields, further_files: 1 });
  const stored = await deps.storage.receive(Readable.from([furtherBytes]));
  await deps.storage.keep(stored);
  return deps.db
    .insertInto('further_files')
    .values({
      file_id: file.id,
      kind: 'SCAN_REPORT',
      file_name: name,
      file_key: stored.key,
      size_bytes: stored.sizeBytes,
      sha256: stored.sha256,
      user_id: file.user_id,
    })
    .returning(['id', 'file_id', 'user_id'])
    .executeTakeFirstOrThrow();
}
