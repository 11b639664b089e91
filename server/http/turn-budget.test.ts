import { expect, test } from 'vitest';
import { createTurnBudget } from './upload.ts';

const endOfMicrotasks = () => new Promise<void>((resolve) => process.nextTick(resolve));
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function spendAll(budget: ReturnType<typeof createTurnBudget>, pieces: readonly number[]): number[] {
  const passed: number[] = [];
  pieces.forEach((bytes, index) => void budget.spend(bytes).then(() => passed.push(index)));
  return passed;
}

test('bytes beyond the budget of a turn wait for the next turn', async () => {
  const passed = spendAll(createTurnBudget(100), [60, 60, 10]);

  await endOfMicrotasks();
  expect(passed).toEqual([0]);

  await nextTurn();
  expect(passed).toEqual([0, 1, 2]);
});

test('each turn has its full budget', async () => {
  const budget = createTurnBudget(100);
  spendAll(budget, [100]);
  await nextTurn();

  const passed = spendAll(budget, [60]);

  await endOfMicrotasks();
  expect(passed).toEqual([0]);
});
