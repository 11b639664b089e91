import { checkWholeLedger } from '../../app/server/whole-ledger.ts';
import type { TestApp } from './app.ts';

/** After all tests of a file that move money: whatever they did, the ledger adds up. */
export async function stopWithSoundLedger(app: TestApp): Promise<void> {
  const faults = await checkWholeLedger(app.deps);
  await app.stop();
  if (faults.length > 0) throw new Error(faults.join('; '));
}
