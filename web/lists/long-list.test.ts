import { expect, test } from 'vitest';
import { listFiles } from '../../portal/files/files.contract.ts';
import { openListDesk, type Told } from './list-desk.ts';
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

test('the first rows are told without being asked for again, and once', async () => {
  const lines = Array.from({ length: 150 }, (_, at) => JSON.stringify({ id: at + 1, status: at % 2 ? 'PAID' : 'NEW' }));
  globalThis.fetch = async () => new Response(`[\n${lines.join(',\n')}\n]`);
  const told: Told[] = [];
  const ask = openListDesk((one) => told.push(one));
  const query = { ...everything, filters: { status: 'PAID' } };
  ask({ what: 'load', url: '/api/files', token: null, shape: SHAPE });
  ask({ what: 'look first', query, from: 0, to: 10 });
  expect(told).toEqual([]);
  await expect.poll(() => told.at(-1)?.what).toBe('loaded');
  expect(told.map(({ what }) => what)).toEqual(['first view', 'grown', 'grown', 'loaded']);
  expect(told[0]).toMatchObject({ query, view: { isComplete: false, total: 100, matching: 50 } });
  expect((told[0] as Extract<Told, { what: 'first view' }>).view.rows.map(({ id }) => id)).toEqual([
    2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
  ]);
});
