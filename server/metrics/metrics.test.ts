import { expect, test } from 'vitest';
import { readOnce } from './metrics.ts';

test('the gauges of one scrape share a reading, and the next scrape reads again, even after a failure', async () => {
  let readings = 0;
  const read = readOnce(async () => {
    readings += 1;
    if (readings === 1) throw new Error('not there yet');
    return readings;
  });
  const failed = await Promise.allSettled([read(), read()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  expect(await read()).toBe(3);
});
