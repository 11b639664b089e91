import { expect, test } from 'vitest';
import { runWithCaller } from '../database/callers.ts';
import { mapInTurns } from '../../features/dtc-off/server/describe-rows.ts';

const occupy = (ms: number) => {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
};

test('a long list is mapped in order, others have their turn in between, and its caller is charged for all of it', async () => {
  let turnsOfOthers = 0;
  const other = setInterval(() => (turnsOfOthers += 1), 1);
  const charges: number[] = [];
  const caller = { name: 'user 1', connections: 1, charge: (ms: number) => void charges.push(ms) };
  const numbers = Array.from({ length: 60 }, (_, at) => at);
  const doubled = await runWithCaller(caller, () =>
    mapInTurns(numbers, (number) => {
      occupy(1);
      return number * 2;
    }),
  );
  clearInterval(other);
  expect(doubled).toEqual(numbers.map((number) => number * 2));
  expect(turnsOfOthers).toBeGreaterThan(4);
  expect(charges.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60);
});
