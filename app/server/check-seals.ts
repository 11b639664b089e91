import { checkAccountSeals } from '../../features/credits/server/new-entries.ts';
import { useLedgerSeal, type LedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { connect } from '../../server/database/connect.ts';
import type { Deps } from '../../server/http/call.ts';

/**
 * Runs before the portal listens, whatever its role; on connections without a time limit, as there may be many
 * accounts.
 */
export async function checkSeals({ log }: Pick<Deps, 'log'>, databaseUrl: string, seal: LedgerSeal): Promise<void> {
  const connection = connect(databaseUrl, 2);
  useLedgerSeal(connection.db, seal);
  try {
    await checkAccountSeals({ db: connection.db, log });
  } finally {
    await connection.close();
  }
}
