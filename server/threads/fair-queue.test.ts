import { expect, test } from 'vitest';
import { openFairQueue } from './thread-pool.ts';

const takeAll = (queue: ReturnType<typeof openFairQueue<string>>) => {
  const taken: string[] = [];
  for (let job = queue.take(); job !== null; job = queue.take()) taken.push(job);
  return taken;
};

test('waiting users are served in turn, however many jobs each has', () => {
  const queue = openFairQueue<string>({ each: 10, all: 100 });
  for (const job of ['a1', 'a2', 'a3']) queue.add(1, job);
  for (const job of ['b1', 'b2']) queue.add(2, job);
  queue.add(3, 'c1');
  expect(queue.length).toBe(6);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.length).toBe(0);
});

test('jobs beyond the limit of a user or of the whole queue are refused', () => {
  const queue = openFairQueue<string>({ each: 2, all: 3 });
  expect([1, 1, 1, 2, 2].map((who, at) => queue.add(who, `job ${at}`))).toEqual([true, true, false, true, false]);
  expect(takeAll(queue)).toEqual(['job 0', 'job 3', 'job 1']);
});

test('a removed job is not served and makes room', () => {
  const queue = openFairQueue<string>({ each: 1, all: 2 });
  queue.add(1, 'a');
  queue.add(2, 'b');
  expect([queue.remove('a'), queue.remove('a'), queue.length]).toEqual([true, false, 1]);
  expect(queue.add(1, 'c')).toBe(true);
  expect(takeAll(queue)).toEqual(['b', 'c']);
});
