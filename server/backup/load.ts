import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoteIdentifier, tallyTable, type Table } from './tables.ts';
import { passThrough, isSame, startTally, type Tally } from './tally.ts';

type ForeignKey = { owner: string; name: string; definition: string };

/** What a table must contain after loading. */
export interface Expected {
  tally: Tally;
  /** The number for the next new row at the source; null when it does not number its rows. */
  nextNumber: string | null;
}

/**
 * Empties `tables`, lets `fill` load them one after the other, and restores their rules: references, triggers and
 * numbering. A rollback undoes everything here; this is why the numbering is altered rather than set, which would
 * persist.
 */
export async function reload(
  client: pg.Client,
  tables: readonly Table[],
  fill: () => Promise<ReadonlyMap<string, Expected>>,
): Promise<void> {
  const names = tables.map(({ name }) => quoteIdentifier(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  const foreignKeys = await findForeignKeys(client, tables);
  for (const { owner, name } of foreignKeys) await client.query(`alter table ${owner} drop constraint ${name}`);
  await client.query(`truncate ${names.join(', ')}`);
  const expected = await fill();
  for (const { owner, name, definition } of foreignKeys) {
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
  }
  for (const table of tables) await continueIdentity(client, table, expected.get(table.name)?.nextNumber ?? null);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const table of tables) {
    const { tally } = expected.get(table.name) ?? {};
    if (!tally || !isSame(await tallyTable(client, table), tally)) {
      throw new Error(`Table ${table.name} does not read back as it was written, so nothing was changed.`);
    }
  }
}

/**
 * Finds the foreign keys, which are dropped while loading: some tables reference each other, so no order of loading
 * would satisfy them.
 */
async function findForeignKeys(client: pg.Client, tables: readonly Table[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      where k.contype = 'f' and c.relname = any ($1::text[]) order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

/** Loads rows in COPY's text format and returns the tally of what arrived. */
export async function copyIn(client: pg.Client, { name, columns }: Table, source: Readable): Promise<Tally> {
  const tally = startTally();
  const sink = client.query(copyFrom(`copy ${quoteIdentifier(name)} (${columns.join(', ')}) from stdin`));
  await pipeline(source, passThrough(tally), sink);
  return tally.sum();
}

/** Continues the numbering: numbers that were used once are not used again, even when their row is gone. */
async function continueIdentity(
  client: pg.Client,
  { name, identity }: Table,
  nextNumber: string | null,
): Promise<void> {
  if (identity === null) return;
  const { rows } = await client.query<{ next: string }>(
    `select greatest(coalesce(max(${identity.column}), 0) + 1, $1::bigint)::text as next from ${quoteIdentifier(name)}`,
    [nextNumber ?? '1'],
  );
  const next = rows[0]?.next ?? '1';
  await client.query(`alter table ${quoteIdentifier(name)} alter column ${identity.column} restart with ${next}`);
}
