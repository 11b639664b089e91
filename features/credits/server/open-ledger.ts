import type { Kysely } from 'kysely';
import { pluralize } from '../../../contract/amounts.ts';
import type { Config } from '../../../server/config.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { signHeads, useLedgerSeal, type LedgerSeal } from './ledger-seal.ts';
import { readSealedCheckpoint } from './ledger-checkpoint.ts';
import { openLedgerSeal } from './ledger-keys.ts';
import { verifyLedger } from './ledger-slices.ts';

type LogLine = (line: string) => void;

/** Gives the pool the keys of the ledger, and seals what a version without keys has posted. Part of every start. */
export async function openLedger(
  db: Kysely<Schema>,
  config: Pick<Config, 'dataDir' | 'ledgerKey' | 'ledgerKeysOld'>,
  log: LogLine,
): Promise<LedgerSeal> {
  const seal = await openLedgerSeal(db, config);
  useLedgerSeal(db, seal);
  await sealUnsealed(db, seal, log);
  return seal;
}

/**
 * Runs only before the first check with a key: afterwards an account without a seal is a finding. A ledger that is
 * already broken is left as it is, for the check to report.
 */
async function sealUnsealed(db: Kysely<Schema>, { keys }: LedgerSeal, log: LogLine): Promise<void> {
  if ((await readSealedCheckpoint(db)) !== null) return;
  const unsealed = await db
    .selectFrom('credit_accounts')
    .select('id')
    .where('mac', 'is', null)
    .where('version', '>', 0)
    .where('user_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!unsealed) return;
  // Only entries are sealed; records that contradict them are for the check to report.
  const { faults, heads } = await verifyLedger(db, []);
  if (faults.length > 0) {
    log(
      'The ledger is not sealed with the new key, because it is broken: npm run admin ledger:verify names the breaks.',
    );
    return;
  }
  const sealable = heads.filter(({ mac, version }) => mac === null && version > 0);
  await signHeads(db, keys, sealable);
  log(
    `The ledger was verified and ${pluralize(sealable.length, 'account with entries is', 'accounts with entries are')} sealed with the key ${keys.current}.`,
  );
}
