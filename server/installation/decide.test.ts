import { expect, test } from 'vitest';
import { decide } from './installation.ts';

const A = { id: 'a', copyId: '1' };
const A_RESTORED = { id: 'a', copyId: '2' };
const B = { id: 'b', copyId: '3' };

const EMPTY_DATABASE = { installation: null, moved: null, users: 0, referenced: 0 };
const DATABASE = { ...EMPTY_DATABASE, users: 5, referenced: 30 };
const EMPTY_FOLDER = { installation: null, objects: 0, isUsed: false };
const FOLDER = { installation: null, objects: 30, isUsed: true };
/** A portal that was started once but holds no data yet. */
const STARTED_FOLDER = { installation: null, objects: 0, isUsed: true };

const of = <Side extends object>(side: Side, installation: typeof A) => ({ ...side, installation });

const MATRIX = [
  ['the same on both sides', of(DATABASE, A), of(FOLDER, A), 'ready'],
  ['two portals', of(DATABASE, A), of(FOLDER, B), 'refuse'],
  ['two portals, one of them empty', of(EMPTY_DATABASE, A), of(FOLDER, B), 'refuse'],
  ['a portal and its restored backup', of(DATABASE, A), of(FOLDER, A_RESTORED), 'refuse'],
  ['both new', EMPTY_DATABASE, EMPTY_FOLDER, 'write'],
  ['a first start that was killed', of(EMPTY_DATABASE, A), EMPTY_FOLDER, 'write'],
  ['an empty database and a folder with an id', EMPTY_DATABASE, of(FOLDER, A), 'refuse'],
  ['an empty database and a folder with files', EMPTY_DATABASE, FOLDER, 'refuse'],
  ['an empty database and a folder that was started once', EMPTY_DATABASE, STARTED_FOLDER, 'refuse'],
  ['a database with an id and a new folder', of(DATABASE, A), EMPTY_FOLDER, 'refuse'],
  ['a database with an id and a folder with files', of(DATABASE, A), FOLDER, 'refuse'],
  ['a database with data and a new folder', { ...DATABASE, referenced: 0 }, EMPTY_FOLDER, 'refuse'],
  ['both from before there was an id', DATABASE, FOLDER, 'write'],
  ['both from before, without any file', { ...DATABASE, referenced: 0 }, STARTED_FOLDER, 'write'],
] as const;

test.each(MATRIX)('%s', async (_, database, folder, kind) => {
  expect(await decide({ database, folder, isEmbedded: false, countMissing: async () => 0 })).toMatchObject({ kind });
});

test('a database and folder without an id are joined only if every referenced file is present', async () => {
  const refused = await decide({ database: DATABASE, folder: FOLDER, isEmbedded: true, countMissing: async () => 1 });
  expect(refused).toEqual({
    kind: 'refuse',
    reason: 'Of the stored files that the database references, 1 are not in the folder.',
  });
});

test('a start after a killed first start continues with the id already written', async () => {
  const options = { folder: EMPTY_FOLDER, isEmbedded: false, countMissing: async () => 0 };
  expect(await decide({ ...options, database: of(EMPTY_DATABASE, A) })).toEqual({ kind: 'write', id: 'a' });
});
