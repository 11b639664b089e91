import { sql, type Insertable } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { FileProposalsTable } from '../../../server/database/schema.ts';

/** Selects every proposal of a file, the newest first. The caller checks the scope of the file first. */
export const selectProposals = (db: Database, fileId: number) =>
  db
    .selectFrom('file_proposals')
    .innerJoin('users', 'users.id', 'file_proposals.user_id')
    .select([
      'file_proposals.id',
      'file_proposals.codes',
      'file_proposals.also_codes',
      'file_proposals.emission_codes',
      'file_proposals.file_name',
      'file_proposals.file_size_bytes as size_bytes',
      'file_proposals.file_sha256 as sha256',
      'file_proposals.findings',
      'file_proposals.declared_use',
      'file_proposals.created_at',
      'users.username',
    ])
    .select(sql<boolean>`exists (select from file_history h where h.proposal_id = file_proposals.id)`.as('is_attached'))
    .where('file_proposals.file_id', '=', fileId)
    .orderBy('file_proposals.id', 'desc');

/** Inserts a proposal, unless the file has one of the same selection already. */
export const insertProposal = (db: Database, proposal: Insertable<FileProposalsTable>) =>
  db
    .insertInto('file_proposals')
    .values(proposal)
    .onConflict((conflict) => conflict.columns(['file_id', 'selection_sha256']).doNothing());

/** Selects a proposal together with the original from which it is made. */
export const selectProposalBytes = (db: Database, { fileId, id }: { fileId: number; id: number }) =>
  db
    .selectFrom('file_proposals as p')
    .innerJoin('files', 'files.id', 'p.file_id')
    .select(['p.id', 'p.codes', 'p.file_name', 'p.file_sha256', 'p.proof', 'files.file_key'])
    .where('p.file_id', '=', fileId)
    .where('p.id', '=', id);

/** Selects the proof of a file's newest modified version; no row where that version was made by other means. */
export const selectProofOfNewest = (db: Database, fileId: number) =>
  db
    .selectFrom('file_history as h')
    .innerJoin('file_proposals as p', 'p.id', 'h.proposal_id')
    .select(['p.file_name', 'p.proof'])
    .where('h.file_id', '=', fileId)
    .where('h.kind', '=', 'MODIFIED')
    .where(
      'h.id',
      '=',
      sql<number>`(select max(n.id) from file_history n where n.file_id = ${fileId} and n.kind = 'MODIFIED')`,
    );

/** The operator's record of files that left the portal through an order, newest first. */
export const selectProposalRecord = (db: Database, { before, limit }: { before: number | null; limit: number }) =>
  db
    .selectFrom('file_proposals as p')
    .innerJoin('files', 'files.id', 'p.file_id')
    .innerJoin('users', 'users.id', 'files.user_id')
    .select([
      'p.id',
      'p.created_at',
      'p.reference',
      'users.username',
      'users.email',
      'p.country',
      'files.file_name',
      'p.original_sha256 as input_sha256',
      'p.file_sha256 as output_sha256',
      'p.codes',
      'p.emission_codes',
      'p.declared_use',
    ])
    .where(sql<boolean>`exists (select from file_history h where h.proposal_id = p.id)`)
    .orderBy('p.id', 'desc')
    .$if(before !== null, (query) => query.where('p.id', '<', before as number))
    .limit(limit);
