import type { Insertable } from 'kysely';
import type { FilesTable } from '../../../../server/database/schema.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { buildUser } from '../../../accounts/server/accounts.factory.ts';
import { buildCredits } from '../../../credits/server/credits.factory.ts';
import { payForFile } from '../../../credits/server/credits.ts';
import { buildImage } from '../../../dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../../server/files.factory.ts';
import { attachProposal, createProposal } from './proposals.ts';
import { composeActor } from '../../../../server/testing/composed-actor.ts';

type Built = Partial<Insertable<FilesTable>> & { bytes?: Uint8Array };

/** Builds a file whose ordered code can be switched off. */
export const buildOrder = (deps: Deps, fields: Built = {}) =>
  buildFile(deps, { bytes: buildImage(), solution: 'DTC OFF,DTC:P0616', ordered_dtcs: ['P0616'], ...fields });

const administrator = async (deps: Deps) => composeActor((await buildUser(deps, { role: 'ADMIN' })).id, 'ADMIN');

export async function buildProposal(deps: Deps, fields: Built = {}) {
  const file = await buildOrder(deps, fields);
  const proposal = await createProposal(deps, await administrator(deps), { id: file.id });
  return { file, proposal };
}

/** Builds a paid file with a modified version made by DTC OFF; its owner also gets the credits for it. */
export async function buildProvedFile(deps: Deps, fields: Built = {}) {
  const { file, proposal } = await buildProposal(deps, fields);
  const confirmed = ['size', 'software', 'bytes', 'checksums', 'dtcs'] as const;
  await attachProposal(deps, await administrator(deps), {
    id: file.id,
    proposalId: proposal.id,
    confirmed: [...confirmed],
  });
  await buildCredits(deps, file.user_id, file.price_cents / 100);
  await deps.db.transaction().execute(async (tx) => {
    await payForFile(tx, { id: file.user_id, requestId: 'built' }, file);
    await tx
      .updateTable('files')
      .set({ feasible: 'POSSIBLE', price_status: 'PAID', paid_at: new Date() })
      .where('id', '=', file.id)
      .execute();
  });
  return file;
}
