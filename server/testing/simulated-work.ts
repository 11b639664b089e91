import { setTimeout } from 'node:timers/promises';

/** Work of a stand-in that lasts as long, or the pause of a slow sender. Nothing is taken for done because it is over. */
export const takes = (ms: number): Promise<void> => setTimeout(ms);

/** Work whose first pieces end when so many are under way at once; `most` is how many ever were. */
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
      // Long enough for one too many to be seen.
      await takes(20);
      underWay -= 1;
    },
  };
  return counted;
}
