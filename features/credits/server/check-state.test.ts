import { expect, test } from 'vitest';
import { one, openTwoProcesses, other } from '../../../server/testing/two-processes.ts';
import { readCheckState, updateCheckState } from './check-state.ts';

const CHANGES = 20;

openTwoProcesses();

test('notes that two processes make about ledger checks at the same time are both stored', async () => {
  const at = new Date(0).toISOString();
  for (let change = 1; change <= CHANGES; change += 1) {
    const last = { started_at: at, ended_at: at, entries: change, findings: 0 };
    await Promise.all([updateCheckState(one.db, { rounds: { files: change } }), updateCheckState(other.db, { last })]);
    expect(await readCheckState(one.db)).toEqual({ last, open: null, rounds: { files: change } });
  }
});
