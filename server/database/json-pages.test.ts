import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app, openStage } from '../testing/stage.ts';
import { readJsonPages, type Stretch } from './json-pages.ts';

openStage();

/** The numbers up to 2500, without those that a condition leaves out. */
const numbers = ({ below, from, limit }: Stretch, isSeen = sql<boolean>`true`) =>
  sql<{ id: number }>`(select id from generate_series(1::bigint, 2500) id
    where id < ${below} and id >= ${from} and ${isSeen} order by id desc limit ${limit})`;

async function listIds(rowsOf: (stretch: Stretch) => ReturnType<typeof numbers>): Promise<number[]> {
  const lines: string[] = [];
  for await (const page of readJsonPages({ db: app.db, rowsOf, times: [] }, ['id'])) lines.push(page);
  return lines
    .join(',\n')
    .split(',\n')
    .map((line) => (JSON.parse(line) as { id: number }).id);
}

const EVERY_ID = Array.from({ length: 2500 }, (_, at) => 2500 - at);

test('pages follow each other without a gap and without a row twice', async () => {
  expect(await listIds((stretch) => numbers(stretch))).toEqual(EVERY_ID);
});

test('a row that comes between finding a stretch and reading it displaces no other row', async () => {
  let calls = 0;
  const listed = await listIds((stretch) => {
    calls += 1;
    const isFinding = calls % 2 === 1;
    return numbers(stretch, isFinding ? sql<boolean>`id <> 2000` : undefined);
  });
  expect(listed).toEqual(EVERY_ID);
});

test('a row that goes between finding a stretch and reading it lists no other row twice', async () => {
  let calls = 0;
  const listed = await listIds((stretch) => {
    calls += 1;
    const isFinding = calls % 2 === 1;
    return numbers(stretch, isFinding ? undefined : sql<boolean>`id <> 2000`);
  });
  expect(listed).toEqual(EVERY_ID.filter((id) => id !== 2000));
});
