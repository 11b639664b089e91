import { expect, test } from 'vitest';
import { listFiles } from '../../portal/files/files.contract.ts';
import { openLongList } from './long-list.ts';

const SHAPE = { search: [], sort: {}, count: [] };

/** A server whose every answer waits for a word. */
function serve() {
  const answers: ((ids: number[]) => void)[] = [];
  globalThis.fetch = () =>
    new Promise((resolve) => {
      answers.push((ids) => resolve(new Response(JSON.stringify(ids.map((id) => ({ id }))))));
    });
  return answers;
}

const everything = { search: '', filters: {}, sort: null };

test('news while a list is being read do not begin it anew, and are read once afterwards', async () => {
  const answers = serve();
  const list = openLongList(listFiles, SHAPE);
  const first = list.load();
  await expect.poll(() => answers.length).toBe(1);
  const later = [list.load(), list.load(), list.load()];
  answers[0]?.([1]);
  expect(await first).toBe(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.([2, 1]);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(answers).toHaveLength(2);
  expect(await list.look(everything, 0, 10)).toMatchObject({
    isComplete: true,
    total: 2,
    rows: [{ id: 2 }, { id: 1 }],
  });
});

test('a reading that fails says so to who asked, and the next one is another try', async () => {
  const answers = serve();
  const list = openLongList(listFiles, SHAPE);
  const first = list.load();
  await expect.poll(() => answers.length).toBe(1);
  const second = list.load();
  globalThis.fetch = async () => new Response(JSON.stringify({ code: 'internal', message: 'no' }), { status: 500 });
  answers[0]?.([]);
  expect(await first).toBe(0);
  await expect(second).rejects.toMatchObject({ status: 500 });
  globalThis.fetch = async () => new Response('[{"id":7}]');
  expect(await list.load()).toBe(1);
});
