import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { toCredits } from '../../credits/cents.rules.ts';
import { lockFile, type Before } from './file-mails.ts';

const inCredits = (cents: number) => toCredits(cents).toFixed(2);

/**
 * Records in the audit list how an administrator's statement changed the file that was `before`. `copiedFrom`: the number
 * of the file that the modified file was copied from.
 */
export async function recordFileEdit(
  tx: Transaction<Schema>,
  actor: Actor,
  id: number,
  { before, copiedFrom }: { before: Before; copiedFrom?: string | undefined },
): Promise<void> {
  const after = await lockFile(tx, actor, id);
  if (!before || !after) throw new Error(`file ${id} was changed, but is not there`);
  const subject = { kind: 'FILE', id, name: after.file_id } as const;
  const record = (kind: 'PRICE' | 'FEASIBILITY' | 'FILE_STATUS', from: string | null, to: string | null) =>
    recordChange(tx, actor, { kind, subject, from, to });
  await record('PRICE', inCredits(before.price_cents), inCredits(after.price_cents));
  await record('FEASIBILITY', before.feasible, after.feasible);
  await record('FILE_STATUS', before.status, after.status);
  if (before.mod_file_sha256 !== after.mod_file_sha256) {
    await recordChange(tx, actor, {
      kind: 'MODIFIED_FILE',
      subject,
      from: versionText(before),
      to: copiedFrom === undefined ? versionText(after) : `${versionText(after)} = ${copiedFrom}`,
    });
  }
}

const versionText = ({ mod_file_name, mod_file_sha256 }: NonNullable<Before>) =>
  mod_file_name === null ? null : `${mod_file_name} (${mod_file_sha256?.slice(0, 8)})`;
