import { expect, test, vi } from 'vitest';
import { runHousekeeping } from './housekeeping.ts';
import { asProduct } from '../../server/testing/recorded-statements.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage();

test('a failed step is reported by its name, and the steps after it still run', async () => {
  const logged = vi.spyOn(app.deps.log, 'error');
  const done: string[] = [];
  const fault = new Error('the table is gone');
  await runHousekeeping(app.deps, {
    first: async () => done.push('first'),
    broken: async () => {
      throw fault;
    },
    last: async () => done.push('last'),
  });
  expect(done).toEqual(['first', 'last']);
  expect(logged.mock.calls).toEqual([[{ err: fault, step: 'broken' }, 'a step of the housekeeping failed']]);
  logged.mockRestore();
});

test('every step succeeds on a new portal', async () => {
  const logged = vi.spyOn(app.deps.log, 'error');
  const written = vi.spyOn(app.deps.db, 'deleteFrom');
  await asProduct(() => runHousekeeping(app.deps));
  expect(written).toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
