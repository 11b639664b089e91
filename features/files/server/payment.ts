import { type Transaction, sql } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { toCents, toCredits } from '../../../contract/amounts.ts';
import { payForFile, refundFile } from '../../credits/server/credits.ts';
import type { FileDetail } from '../file.ts';
import { OPEN_STATUSES } from '../file-fields.ts';
import {
  adminCancelRefusal,
  bytesRemoved,
  customerCancelRefusal,
  paymentRefusal,
  priceChanged,
  undoCancelRefusal,
} from '../files.rules.ts';
import { lockFile, recordFileEdit } from './file-edits.ts';
import { mailRefunded, notifyCanceled } from './file-mails.ts';
import { explainRefusal, getFile } from './files.ts';
import { changeFile, intoStatus, selectFilesInScope } from './file-rows.ts';
import { type Viewer, can, toOwner } from '../../../contract/capabilities.ts';
import type { RecordCheck } from '../../credits/server/alarms.ts';
import { listFilesOfJournals, sumTakenByFile } from '../../credits/server/charged-amounts.ts';
import type { Database } from '../../../server/database/connect.ts';

/**
 * Pays a file from the owner's balance. The statement that makes it PAID also reads the price under the row's lock;
 * when the ledger refuses, both are rolled back. `price` is what the customer saw, when the browser sends it.
 */
export async function confirmAndPay(
  { db }: Deps,
  actor: Actor,
  { id, price }: { id: number; price?: number | undefined },
): Promise<FileDetail> {
  return db.transaction().execute(async (tx) => {
    await payFile(tx, actor, { id, price });
    return getFile(tx, actor, id);
  });
}

/** Pays a file within a transaction that does more than that. */
export async function payFile(
  tx: Transaction<Schema>,
  actor: Viewer & Pick<Actor, 'requestId' | 'colleague'>,
  { id, price }: { id: number; price?: number | undefined },
): Promise<void> {
  const paid = await changeFile(tx, actor, id)
    .set({ price_status: 'PAID', paid_at: sql`now()` })
    .where('price_status', '=', 'UNPAID')
    .where('feasible', '=', 'POSSIBLE')
    .where('status', 'in', ['IN_PROGRESS', 'PROCESSED'])
    .returning(['id', 'user_id', 'price_cents'])
    .executeTakeFirst();
  if (!paid) throw await explainRefusal(tx, actor, id, paymentRefusal);
  if (price !== undefined && toCents(price) !== paid.price_cents) {
    throw priceChanged({ price: toCredits(paid.price_cents) });
  }
  const posted = await payForFile(tx, actor, paid);
  if (!posted) throw new Error(`file ${id} was unpaid, but its payment is in the ledger`);
  await notePaidSolutions(tx, paid);
}

/** Returns a file of this customer, locked until the transaction ends; null when there is none. */
export async function lockOwnedFile(tx: Transaction<Schema>, userId: number, id: number) {
  const held = await selectFilesInScope(tx, toOwner({ id: userId }))
    .select(['files.id', 'files.file_id'])
    .where('files.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return held ?? null;
}

/** Cancels a file: an owner an unpaid one, an administrator any open one, refunding it if it is paid. */
export const cancelFile = (deps: Deps, actor: Actor, id: number): Promise<FileDetail> =>
  can(actor, 'files.cancel-any') ? cancelAsAdministrator(deps, actor, id) : cancelAsOwner(deps, actor, id);

async function cancelAsOwner({ db }: Deps, actor: Actor, id: number): Promise<FileDetail> {
  const canceled = await changeFile(db, actor, id)
    .set({ ...intoStatus('CANCELED'), status_before_cancel: sql`status` })
    .where('price_status', '=', 'UNPAID')
    .where('status', 'in', OPEN_STATUSES)
    .returning('id')
    .executeTakeFirst();
  if (!canceled) throw await explainRefusal(db, actor, id, customerCancelRefusal);
  return getFile(db, actor, id);
}

const ownerName = sql<string>`(select username from users where users.id = files.user_id)`.as('username');

async function cancelAsAdministrator(deps: Deps, actor: Actor, id: number): Promise<FileDetail> {
  return deps.db.transaction().execute(async (tx) => {
    // The lock makes two statements decide together: a payment in between would be neither refunded nor canceled.
    const before = await lockFile(tx, actor, id);
    const refunded = await changeFile(tx, actor, id)
      .set({ ...intoStatus('REFUNDED'), price_status: 'REFUNDED', revision_since: null })
      .where('price_status', '=', 'PAID')
      .where('status', 'in', ['IN_PROGRESS', 'PROCESSED'])
      .returning(['id', 'file_id', ownerName])
      .executeTakeFirst();
    if (refunded) {
      const posted = await refundFile(tx, actor, refunded);
      if (!posted) throw new Error(`file ${id} was paid, but its refund is in the ledger`);
      await noteRefundedSolutions(tx, id);
      await endRevision(tx, id);
      await recordFileEdit(tx, actor, id, { before });
      await mailRefunded(tx, deps, id);
      return getFile(tx, actor, id);
    }
    const canceled = await changeFile(tx, actor, id)
      .set({
        ...intoStatus(sql`case when feasible = 'NOT_POSSIBLE' then 'NOT_SUPPORTED_SOLUTION' else 'CANCELED' end`),
        status_before_cancel: sql`status`,
      })
      .where('price_status', '=', 'UNPAID')
      .where('status', 'in', OPEN_STATUSES)
      .returning(['id', 'file_id', 'user_id'])
      .executeTakeFirst();
    if (!canceled) throw await explainRefusal(tx, actor, id, adminCancelRefusal);
    await recordFileEdit(tx, actor, id, { before });
    await notifyCanceled(tx, canceled);
    return getFile(tx, actor, id);
  });
}

/** Restores a canceled file to its previous status. */
export async function undoCancel({ db }: Deps, actor: Actor, id: number): Promise<FileDetail> {
  return db.transaction().execute(async (tx) => {
    const before = await lockFile(tx, actor, id);
    const restored = await changeFile(tx, actor, id)
      .set({ ...intoStatus(sql`status_before_cancel`), status_before_cancel: null })
      .where('price_status', '=', 'UNPAID')
      .where('status', 'in', ['CANCELED', 'NOT_SUPPORTED_SOLUTION'])
      // It could be paid, but not downloaded.
      .where('bytes_removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!restored) {
      const removed = before?.bytes_removed_at ? bytesRemoved() : null;
      throw await explainRefusal(tx, actor, id, (file) => undoCancelRefusal(file) ?? removed);
    }
    await recordFileEdit(tx, actor, id, { before });
    return getFile(tx, actor, id);
  });
}

/** Job that completes paid files that were delivered days ago and have no open conversation. */
export async function completeDelivered({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<number> {
  if (config.completeAfterDays === 0) return 0;
  const before = new Date(clock.now().getTime() - config.completeAfterDays * 24 * 3600 * 1000);
  const completed = await db
    .updateTable('files')
    .set({ ...intoStatus('COMPLETED'), updated_at: sql`now()` })
    .where('status', '=', 'PROCESSED')
    .where('price_status', '=', 'PAID')
    .where('deleted_at', 'is', null)
    .where('delivered_at', '<', before as unknown as string)
    .where('revision_since', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('tickets')
            .select('tickets.id')
            .whereRef('tickets.file_id', '=', 'files.id')
            .where('tickets.status', '=', 'OPEN'),
        ),
      ),
    )
    .returning('id')
    .execute();
  return completed.length;
}

/** Every paid file was paid for at its price, and no other file was. */
export const PAID_FILES: RecordCheck = {
  table: 'files',
  findFaults: async (db, within) => {
    const { rows } = await sql<{ finding: string }>`
      select 'file ' || f.id || ' is ' || f.price_status || ' at ' || f.price_cents || ' cents, the ledger took '
             || coalesce(p.taken, 0) as finding
        from files f left join (${sumTakenByFile(within)}) p on p.file_id = f.id
       where ${within('f.id')} and coalesce(p.taken, 0) <> case when f.price_status = 'PAID' then f.price_cents else 0 end`.execute(
      db,
    );
    return rows.map(({ finding }) => finding);
  },
  listOfJournals: listFilesOfJournals,
};

/** Divides the price of a file among its solutions, by the catalogue as it is at the payment. */
const notePaidSolutions = (tx: Transaction<Schema>, { id, price_cents }: { id: number; price_cents: number }) =>
  sql`
    insert into paid_solutions (file_id, solution_id, amount_cents, paid_at)
    select ${id}::bigint, solution_id, amount_cents, now() from solution_shares(${id}, ${price_cents})`.execute(tx);

/** A refund reduces the same solutions, whatever they cost by then. */
const noteRefundedSolutions = (tx: Database, fileId: number) =>
  tx
    .updateTable('paid_solutions')
    .set({ refunded_at: sql`now()` })
    .where('file_id', '=', fileId)
    .execute();

/** A file that is refunded waits for no requested change any more. */
const endRevision = (tx: Database, fileId: number) =>
  tx
    .updateTable('file_revisions')
    .set({ outcome: 'REFUNDED', ended_at: sql`now()` })
    .where('file_id', '=', fileId)
    .where('outcome', 'is', null)
    .execute();
