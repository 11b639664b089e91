import { setTimeout } from 'node:timers/promises';

/** Simulates the duration of work, or the pause of a slow sender. That it is over is no proof that anything is done. */
export const takes = (ms: number): Promise<void> => setTimeout(ms);

/** Simulates work whose first tasks end when `expected` of them run at once; `most` is how many ever did. */
export function countTogether(expected: number) {
  const isFull = Promise.withResolvers<void>();
  let underWay = 0;
  const counted = {
    most: 0,
    async work() {
      underWay += 1;
      counted.most = Math.max(counted.most, underWay);
      if (underWay >= expected) isFull.resolve();
      await isFull.promise;
      // Long enough for one too many to be noticed.
      await takes(20);
      underWay -= 1;
    },
  };
  return counted;
}
