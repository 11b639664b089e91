// Measures, at a given size, the search for originals similar to a file. npm run bench -- similar [100000] [--write]
// With ECU_CORPUS=FOLDER the files of a private collection are included, and the share of near-copies found is
// measured.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { countSame, readContent } from '../../ecu/index.ts';
import { contentConditions } from '../../features/files/server/find-by-content.ts';
import { listClosest } from '../../features/files/similar/server/fingerprints.ts';
import { listSimilarFiles } from '../../features/files/similar/server/similar-files.ts';
import { connect } from '../../server/database/connect.ts';
import type { Schema } from '../../server/database/schema.ts';
import { prepareSearchIndexes } from '../../server/database/search-indexes.ts';
import { fingerprintFile } from '../../features/files/analysis/server/fingerprint-file.ts';
import { withBenchDatabase } from './bench-portal.ts';
import { readCollection } from './ecu/collection.ts';
import { fillLists } from './fill-lists.ts';
import { headline, markdownTable, writeSection } from './write-section.ts';

const SIZE = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const ROUNDS = 40;
/** Two files with at least this share of equal bytes are near-copies. */
const NEAR = 0.9;
const SHOWN = 5;

const folder = process.env.ECU_CORPUS;
const collection = readCollection(folder);

/** Inserts fingerprints and numbers that differ as much as those of different control units. */
const FILL = `
  insert into file_fingerprints (file_id, state, content_sha256, print, software_number, numbers)
  select f.id, 'DONE', sha256(f.id::text::bytea),
         (select string_agg(('x' || md5(f.id || ':' || n))::bit(128)::text, '')::bit(512) from generate_series(1, 4) n),
         '1037' || lpad((f.id / 5)::text, 6, '0'),
         '0281' || lpad((f.id / 400)::text, 6, '0') || ' 1037' || lpad((f.id / 5)::text, 6, '0')
           || ' 03L9060' || lpad((f.id / 40)::text, 5, '0') || ' P' || upper(substr(md5(f.id::text), 1, 9))
    from files f`;

const STAFF = { id: 0, role: 'ADMIN', verified: true, sessionId: '', requestId: 'bench' } as const;

interface Known {
  id: number;
  path: string;
  sha256: string;
  content: Uint8Array;
}

async function insertCollection(client: pg.Client): Promise<Known[]> {
  const known: Known[] = [];
  for (const { file } of collection ?? []) {
    const path = join(folder as string, 'files', file);
    const bytes = new Uint8Array(readFileSync(path));
    const print = fingerprintFile({ bytes });
    const { rows } = await client.query<{ id: string }>(
      `insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu, petrol_type,
                          generation, solution, solution_ids, price_cents)
       select min(id), 'collection.bin', $1, $2, $3, 'Car', 'Audi', 'Bosch', 'EDC16', 'DIESEL', '2007', 'Stage 1', '{}', 0
         from users where role = 'CUSTOMER' returning id`,
      [randomBytes(16).toString('hex'), bytes.length, print.sha256],
    );
    const id = Number(rows[0]?.id);
    await client.query(
      `insert into file_fingerprints (file_id, state, content_sha256, print, software_number, numbers)
       values ($1, 'DONE', $2, $3::text::bit(512), $4, $5)`,
      [id, Buffer.from(print.contentSha256, 'hex'), print.print, print.softwareNumber, print.numbers.join(' ')],
    );
    known.push({ id, path, sha256: print.sha256, content: readContent(bytes).bytes });
  }
  return known;
}

async function time(rounds: number, work: (round: number) => Promise<unknown>) {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const beganAt = performance.now();
    await work(round);
    took.push(performance.now() - beganAt);
  }
  took.sort((one, other) => one - other);
  return { median: took[Math.floor(rounds / 2)] as number, worst: took.at(-1) as number };
}

/** Candidates for near-copies are found by comparing every pair at a few hundred offsets that are not blank. */
const PLACES = 400;
const LIKELY = 0.7;

function placesOf(content: Uint8Array): number[] {
  const places: number[] = [];
  for (let round = 0; round < PLACES * 20 && places.length < PLACES; round += 1) {
    const at = createHash('md5').update(String(round)).digest().readUInt32LE() % content.length;
    if (content[at] !== 0xff && content[at] !== 0) places.push(at);
  }
  return places;
}

/** Finds the ground truth without fingerprints: for each file its closest near-copies, comparing all bytes of both. */
function findNearCopies(known: readonly Known[]): Map<number, number[]> {
  const pairs: { one: number; other: number; share: number }[] = [];
  known.forEach((one, index) => {
    const places = placesOf(one.content);
    for (const other of known.slice(index + 1)) {
      const equal = places.filter((at) => other.content[at] === one.content[at]).length;
      if (places.length === 0 || equal < places.length * LIKELY) continue;
      const { bytesCompared, bytesSame } = countSame(one.content, other.content);
      const share = bytesSame / bytesCompared;
      if (share >= NEAR && share < 1) pairs.push({ one: one.id, other: other.id, share });
    }
  });
  return new Map(
    known.map(({ id }) => [
      id,
      pairs
        .filter(({ one, other }) => one === id || other === id)
        .toSorted((a, b) => b.share - a.share)
        .slice(0, SHOWN)
        .map(({ one, other }) => (one === id ? other : one)),
    ]),
  );
}

async function measureRecall(db: Kysely<Schema>, known: readonly Known[]) {
  const truth = findNearCopies(known);
  const shaOf = new Map(known.map(({ id, sha256 }) => [id, sha256]));
  let [near, found, identical, falseIdentical] = [0, 0, 0, 0];
  for (const { id, sha256 } of known) {
    const closest = new Set((await listClosest(db, id)).map(({ id: other }) => other));
    const expected = truth.get(id) ?? [];
    near += expected.length;
    found += expected.filter((other) => closest.has(other)).length;
    const { files } = await listSimilarFiles({ db }, STAFF, id);
    const claimed = files.filter(({ likeness }) => likeness === 'IDENTICAL');
    identical += claimed.length;
    falseIdentical += claimed.filter((row) => shaOf.get(row.id) !== sha256).length;
  }
  return { near, found, identical, falseIdentical };
}

async function bytesPerFile(client: pg.Client): Promise<{ table: number; indexes: number }> {
  const { rows } = await client.query<{ table: number; indexes: number }>(
    `select pg_table_size('file_fingerprints')::float8 / count(*) as table,
            (pg_indexes_size('file_fingerprints') + pg_relation_size('files_sha256'))::float8 / count(*) as indexes
       from file_fingerprints`,
  );
  return rows[0] as { table: number; indexes: number };
}

interface Sample {
  id: number;
  file_sha256: string;
  number: string;
}

async function fill(client: pg.Client, databaseUrl: string): Promise<Known[]> {
  await client.query(`update files set file_sha256 = encode(sha256(id::text::bytea), 'hex')`);
  await client.query('delete from file_fingerprints');
  await client.query(FILL);
  await prepareSearchIndexes(databaseUrl);
  const known = await insertCollection(client);
  await client.query('vacuum analyze');
  return known;
}

async function measureTimes(db: Kysely<Schema>, samples: readonly Sample[]): Promise<string> {
  const one = (round: number) => samples[round % samples.length] as Sample;
  const find = async (text: string) => {
    const conditions = await contentConditions(db, text);
    await db
      .selectFrom('files')
      .select('id')
      .where((eb) => eb.or(conditions))
      .limit(6)
      .execute();
  };
  const work: [string, (round: number) => Promise<unknown>][] = [
    [
      'files like an original, exact matches first (aim: 5 ms)',
      (round) => listSimilarFiles({ db }, STAFF, one(round).id),
    ],
    ['the closest of all, for the comparison (aim: 150 ms)', (round) => listClosest(db, one(round).id)],
    ['search by eight digits of a SHA-256', (round) => find(one(round).file_sha256.slice(0, 8))],
    ['search by a part of a software number', (round) => find(one(round).number.slice(2))],
  ];
  const lines: string[] = [];
  for (const [name, run] of work) {
    await time(5, run);
    const { median, worst } = await time(ROUNDS, run);
    lines.push(`| ${name} | ${median.toFixed(1)} | ${worst.toFixed(1)} |`);
  }
  return markdownTable([`${SIZE} originals`, 'ms', 'worst'], lines);
}

async function recallText(db: Kysely<Schema>, known: readonly Known[]): Promise<string> {
  if (known.length === 0) return 'Near-copies: not measured, no private collection.';
  const { near, found, identical, falseIdentical } = await measureRecall(db, known);
  return `Among them ${known.length} files of a private collection. Near-copies are those with ${NEAR * 100} % of equal bytes or more, found by comparing all pairs without fingerprints; of each file the closest five: ${found} of ${near} are among the candidates. "Identical" was stated ${identical} times, wrongly ${falseIdentical} times.`;
}

async function main(databaseUrl: string): Promise<void> {
  await fillLists(databaseUrl, SIZE);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const known = await fill(client, databaseUrl);
  const { table, indexes } = await bytesPerFile(client);
  await client.end();
  const connection = connect(databaseUrl, 2);
  const { rows: samples } = await sql<Sample>`
    select f.id, f.file_sha256, p.software_number as number from files f join file_fingerprints p on p.file_id = f.id
     where p.software_number is not null order by md5(f.id::text) limit ${ROUNDS}`.execute(connection.db);
  const times = await measureTimes(connection.db, samples);
  const sizes = `A file takes ${Math.round(table)} bytes in the table and ${Math.round(indexes)} in its indexes, those of the searches included: ${Math.round(table + indexes)} together (aim: 2000).`;
  const recall = await recallText(connection.db, known);
  await connection.close();
  console.log([times, sizes, recall].join('\n\n'));
  if (!process.argv.includes('--write')) return;
  const command = headline(`npm run bench -- similar ${SIZE} --write`);
  writeSection('Originals that were seen before', [command, times, sizes, recall]);
}

await withBenchDatabase(main);
