import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isNamedKey } from '../../../app/server/check-files.ts';
import type { Place, Task } from '../../../server/testing/killed-generation.ts';
import { listStoredKeys } from '../../../server/testing/stored-bytes.ts';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import * as contract from '../dtc-off.calls.ts';
import * as proof from '../proof.calls.ts';
import { buildAiSession } from './dtc-off.factory.ts';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

const PLACES: Place[] = [
  'the thread has finished',
  'charged and recorded, before the commit',
  'after the commit',
  'in the middle of the bytes',
];

openStage();

async function killAt(place: Place, userId: number, wish: Task['wish']): Promise<void> {
  const program = fork(new URL('../../../server/testing/killed-generation.ts', import.meta.url), { execArgv: [] });
  program.send({ place, userId, wish, databaseUrl: app.databaseUrl, folder: app.folder } satisfies Task);
  const [code, signal] = (await once(program, 'exit')) as [number | null, string | null];
  // It died at the intended place, and of nothing else.
  expect([code, signal]).toEqual([null, 'SIGKILL']);
}

test.each(PLACES)('killed (%s): no charge without a file, no file without a charge', async (place) => {
  const customer = await buildCustomer(app.deps, 25);
  const { id, file_name, ecu_id } = await buildAiSession(app, { user_id: customer.id });
  const wish = { file_name, ecu_id, dtcs: 'P0616' };
  await killAt(place, customer.id, wish);

  const isCommitted = place === 'after the commit' || place === 'in the middle of the bytes';
  // The database notices without help that the program is gone.
  const made = await app.db.selectFrom('ai_generations').select('id').where('session_id', '=', id).execute();
  expect([made.length, await readBalance(app, customer.id)]).toEqual(isCommitted ? [1, 15] : [0, 25]);
  expect(await checkWholeLedger(app.deps)).toEqual([]);
  // No stored file is left over, and every referenced one exists.
  const stored = await listStoredKeys(app);
  expect((await isNamedKey(app, stored)).size).toBe(stored.length);

  for (const generation of made) {
    expect((await app.call(proof.downloadGenerated, { id: generation.id }, customer)).status).toBe(200);
  }
  const again = await app.call(contract.switchDtcsOff, { ...wish, is_first: true }, customer);
  expect([again.status, again.bytes.length > 0]).toEqual([200, true]);
  expect(await readBalance(app, customer.id)).toBe(15);
  expect(await checkWholeLedger(app.deps)).toEqual([]);
});
