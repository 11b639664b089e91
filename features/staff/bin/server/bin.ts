import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { passOnToTickets } from '../../../files/server/ticket-of-file.ts';
import { recordChange } from '../../audit/server/audit.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../bin.calls.ts';
import { addressTaken } from '../bin.calls.ts';
import { computeBinSince, countBin, removeRows, restoreRow, selectBin } from './bin.queries.ts';

type BinDeps = Pick<Deps, 'db' | 'clock'>;

export async function listBin(
  { db, clock }: BinDeps,
  filter: InputOf<typeof contract.listBin>,
): Promise<ReplyOf<typeof contract.listBin>> {
  const since = computeBinSince(clock.now());
  const [items, counts] = await Promise.all([selectBin(db, { ...filter, since }), countBin(db, since)]);
  return { items, counts };
}

const UNIQUE_VIOLATION = '23505';

/** Restores a record. The database decides: an e-mail address that another account uses by now is refused. */
export async function restoreFromBin(
  { db, clock }: BinDeps,
  actor: Actor,
  { kind, id }: InputOf<typeof contract.restoreFromBin>,
): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const restored = await restoreRow(tx, { kind, id, since: computeBinSince(clock.now()) }).catch(
      (error: { code?: string }) => {
        throw error.code === UNIQUE_VIOLATION ? addressTaken() : error;
      },
    );
    if (!restored) throw notFound();
    if (kind === 'FILE') await passOnToTickets(tx, [id]);
    const subject = { kind, id, name: restored.name } as const;
    await recordChange(tx, actor, { kind: 'RESTORED', subject, from: null, to: restored.detail });
  });
  return { message: 'Restored.' };
}

/** Removes what has waited long enough; called every hour. */
export const emptyBin = ({ db, clock }: BinDeps): Promise<number> => removeRows(db, computeBinSince(clock.now()));
