import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { connect, type Connection } from './connect.ts';
import { makeJoinable } from './joined-transactions.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.ownerUrl, 4);
  await sql`create table noted (text text)`.execute(connection.db);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

type Database = Connection['db'];

const note = (db: Database, text: string) => sql`insert into noted values (${text})`.execute(db);

async function takeNotes(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`delete from noted returning text`.execute(connection.db);
  return rows.map(({ text }) => text).sort();
}

test('a transaction of its own is undone alone, and the whole with the outer one', async () => {
  const { db, join } = makeJoinable(connection.db);
  const work = async () => {
    await db.transaction().execute((tx) => note(tx, 'kept'));
    const failing = db.transaction().execute(async (tx) => {
      await note(tx, 'undone');
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(failing).rejects.toThrow(/division/);
    await note(db, 'alone');
  };
  await connection.db.transaction().execute((tx) => join(tx, work));
  expect(await takeNotes()).toEqual(['alone', 'kept']);
  const undone = connection.db.transaction().execute(async (tx) => {
    await join(tx, work);
    throw new Error('undo all');
  });
  await expect(undone).rejects.toThrow('undo all');
  expect(await takeNotes()).toEqual([]);
});

test('transactions at once follow each other, and one within another does not wait for it', async () => {
  const { db, join } = makeJoinable(connection.db);
  const nested = (name: string, fails: boolean) =>
    db.transaction().execute(async (tx) => {
      await note(tx, name);
      await sql`select pg_sleep(0.02)`.execute(tx);
      await db.transaction().execute((inner) => note(inner, `${name} inside`));
      if (fails) throw new Error(name);
    });
  await connection.db.transaction().execute((tx) =>
    join(tx, async () => {
      const all = await Promise.allSettled([nested('one', false), nested('two', true), nested('three', false)]);
      expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    }),
  );
  expect(await takeNotes()).toEqual(['one', 'one inside', 'three', 'three inside']);
});

test('before and after it is the pool', async () => {
  const { db, join } = makeJoinable(connection.db);
  await note(db, 'before');
  await connection.db
    .transaction()
    .execute((tx) => join(tx, () => note(db, 'undone')).then(() => Promise.reject(new Error('undo'))))
    .catch(() => undefined);
  await db.transaction().execute((tx) => note(tx, 'after'));
  expect(await takeNotes()).toEqual(['after', 'before']);
});
