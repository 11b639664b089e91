import { checkWholeLedger } from '../../app/server/whole-ledger.ts';
import type { TestApp } from './app.ts';

/** Call it after all tests of a file that move money: whatever they did, the ledger must add up. */
export async function stopWithSoundLedger(app: TestApp): Promise<void> {
  const faults = await checkWholeLedger(app.deps);
  await app.stop();
  if (faults.length > 0) throw new Error(faults.join('; '));
}
