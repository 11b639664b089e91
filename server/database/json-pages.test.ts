import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app, openStage } from '../testing/stage.ts';
import { readJsonPages, type Stretch } from './json-pages.ts';

openStage();

/** The numbers up to 2500, except those that a condition leaves out. */
const numbers = ({ below, from, limit }: Stretch, isSeen = sql<boolean>`true`) =>
  sql<{ id: number }>`(select id from generate_series(1::bigint, 2500) id
    where id < ${below} and id >= ${from} and ${isSeen} order by id desc limit ${limit})`;

async function listIds(rowsOf: (stretch: Stretch) => ReturnType<typeof numbers>): Promise<number[]> {
  const lines: string[] = [];
  for await (const page of readJsonPages({ db: app.db, selectRows: rowsOf, times: [] }, ['id'])) lines.push(page);
  return lines
    .join(',\n')
    .split(',\n')
    .map((line) => (JSON.parse(line) as { id: number }).id);
}

const EVERY_ID = Array.from({ length: 2500 }, (_, at) => 2500 - at);

test('pages follow each other without a gap or a repeated row', async () => {
  expect(await listIds((stretch) => numbers(stretch))).toEqual(EVERY_ID);
});

test.each([0, 1])(
  'a row added or removed while the list is read neither displaces nor repeats other rows',
  async (turn) => {
    let calls = 0;
    const listed = await listIds((stretch) => {
      calls += 1;
      return numbers(stretch, calls % 2 === turn ? sql<boolean>`id <> 2000` : undefined);
    });
    expect(listed.filter((id) => id !== 2000)).toEqual(EVERY_ID.filter((id) => id !== 2000));
    expect(listed.filter((id) => id === 2000).length).toBeLessThanOrEqual(1);
  },
);

test('gaps between ids are skipped in few queries without missing a row', async () => {
  const ids = [3, 4, 2_000_000, 2_000_001, 2_001_999, 9_000_000_000];
  let calls = 0;
  const listed = await listIds(({ below, from, limit }) => {
    calls += 1;
    return sql<{ id: number }>`(select id from unnest(${ids}::bigint[]) id
      where id < ${below} and id >= ${from} order by id desc limit ${limit})`;
  });
  expect(listed).toEqual(ids.toReversed());
  expect(calls).toBeLessThan(25);
});

test('an empty list has no page', async () => {
  const pages = readJsonPages(
    { db: app.db, selectRows: (stretch) => numbers(stretch, sql<boolean>`false`), times: [] },
    ['id'],
  );
  expect(await pages.next()).toEqual({ done: true, value: undefined });
});
