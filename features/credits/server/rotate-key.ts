import type { Kysely } from 'kysely';
import { pluralize } from '../../../contract/amounts.ts';
import type { Config } from '../../../server/config.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { findKeys, generateLedgerKey, readLedgerKeys } from './ledger-keys.ts';
import { type LedgerKeys, type SealedHead, selectHeads, signHeads, useLedgerSeal } from './ledger-seal.ts';
import { moveCheckpoint } from './ledger-checkpoint.ts';
import type { RecordCheck } from './alarms.ts';
import { verifyLedger } from './ledger-slices.ts';

interface Rotation {
  /** Also seals accounts that the key had not sealed as they are; never one whose entries do not follow each other. */
  accept: boolean;
  recordChecks: readonly RecordCheck[];
  log: (line: string) => void;
}

type KeyConfig = Pick<Config, 'dataDir' | 'ledgerKey' | 'ledgerKeysOld'>;

/**
 * Verifies the whole ledger with the existing keys, generates a new one (or takes LEDGER_KEY, when that is set) and
 * seals every account with it. No server may run meanwhile. If it is killed midway, some accounts have the new key's
 * seal and the others the old one's; both keys are stored by then, so both verify.
 */
export async function rotateKey(db: Kysely<Schema>, config: KeyConfig, rotation: Rotation): Promise<void> {
  const { dataDir } = config;
  const before = await findKeys(db, config);
  if (before !== null) useLedgerSeal(db, { keys: before, dataDir });
  const { heads } = await verifyBefore(db, rotation);
  if (config.ledgerKey === null) await generateLedgerKey(dataDir);
  const keys = (await readLedgerKeys(config)) as LedgerKeys;
  useLedgerSeal(db, { keys, dataDir });
  await signHeads(db, keys, heads.filter(hasEntries));
  const sealed = await selectHeads(db);
  await moveCheckpoint(db, sealed);
  rotation.log(
    `${pluralize(sealed.filter(hasEntries).length, 'account with entries is', 'accounts with entries are')} sealed with the key ${keys.current}.`,
  );
}

const hasEntries = ({ version }: SealedHead) => version > 0;

async function verifyBefore(db: Kysely<Schema>, { accept, recordChecks, log }: Rotation) {
  const verified = await verifyLedger(db, recordChecks);
  const { faults, sealFaults } = verified;
  for (const fault of [...faults, ...sealFaults]) log(`BROKEN: ${fault}`);
  if (faults.length > 0) throw new Error('The ledger is broken, so it is not sealed. Nothing was changed.');
  if (sealFaults.length > 0 && !accept) {
    throw new Error(
      'Nothing was changed. If you know why these accounts are as they are and want them so: ' +
        'npm run admin -- ledger:rotate-key --accept',
    );
  }
  return verified;
}
