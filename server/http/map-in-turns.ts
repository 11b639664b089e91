import { setImmediate } from 'node:timers/promises';
import { chargeRun } from '../database/callers.ts';

/** Longer stretches of work would be noticed by everyone whose call arrives meanwhile. */
const TURN_MS = 5;

/** Maps a long list without holding the thread: other calls are served in between, and the caller is charged. */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  const workOneTurn = () => {
    const endsAt = performance.now() + TURN_MS;
    while (results.length < items.length && performance.now() < endsAt)
      results.push(map(items[results.length] as Item));
  };
  while (results.length < items.length) {
    chargeRun(workOneTurn);
    if (results.length < items.length) await setImmediate();
  }
  return results;
}
