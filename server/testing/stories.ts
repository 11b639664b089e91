import type { Insertable } from 'kysely';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { payForFile } from '../../features/credits/server/credits.ts';
import { intoStatus } from '../../features/files/server/file-rows.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import type { FilesTable } from '../database/schema.ts';
import type { Deps } from '../http/call.ts';

/** Builds a signed-in customer with this many credits on the main balance. */
export async function buildCustomer(deps: Deps, credits = 0) {
  const customer = await buildSignedIn(deps);
  if (credits > 0) await buildCredits(deps, customer.id, credits);
  return customer;
}

export const buildAdmin = (deps: Deps) => buildSignedIn(deps, { role: 'ADMIN' });

/** A file that an administrator has priced at 150 credits, with the modified file attached. */
export const PRICED = { status: 'PROCESSED', feasible: 'POSSIBLE', price_cents: 15_000 } as const;

/** Builds a processed file that was paid through the ledger, after crediting its owner with the amount. */
export async function buildPaidFile(
  deps: Deps,
  fields: Partial<Insertable<FilesTable>> & { bytes?: Uint8Array; modBytes?: Uint8Array } = {},
) {
  const { status = 'PROCESSED', price_status = 'PAID', ...rest } = fields;
  const file = await buildFile(deps, { ...PRICED, ...rest });
  await buildCredits(deps, file.user_id, file.price_cents / 100);
  await deps.db.transaction().execute(async (tx) => {
    await payForFile(tx, { id: file.user_id, requestId: 'built' }, file);
    await tx
      .updateTable('files')
      .set({ ...intoStatus(status), price_status, paid_at: new Date() })
      .where('id', '=', file.id)
      .execute();
  });
  return file;
}

export async function readBalance(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  unit: 'MAIN' | 'AI' = 'MAIN',
): Promise<number> {
  const account = await db
    .selectFrom('credit_accounts')
    .select('balance_cents')
    .where('user_id', '=', userId)
    .where('unit', '=', unit)
    .executeTakeFirstOrThrow();
  return account.balance_cents / 100;
}
