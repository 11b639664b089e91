import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { checkEverything } from '../soak/bank/checks.ts';
import { send } from '../soak/send-call.ts';
import type { ClusterRecords } from './clients.ts';
import type { Stage } from './stage.ts';

type Db = Stage['connection']['db'];

/**
 * Checks that everything acknowledged exists exactly once, and that the ledger is right. Returns one sentence per
 * violation.
 */
export async function checkCluster(url: string, stage: Stage, records: ClusterRecords): Promise<string[]> {
  const { db } = stage.connection;
  return [
    ...(await checkEverything(db, records)),
    ...(await checkRows(db, records)),
    ...(await checkBytes(url, stage, records)),
  ];
}

async function checkRows(db: Db, { messages, paid, generated }: ClusterRecords): Promise<string[]> {
  const found: string[] = [];
  const keys = [...messages.keys()];
  const { rows: counts } = await sql<{ key: string; times: number }>`
    select w.key, count(m.id)::int as times from unnest(${keys}::text[]) w (key)
      left join ticket_messages m on m.message = 'Is it ready? ' || w.key
     group by w.key having count(m.id) <> 1`.execute(db);
  found.push(...counts.map(({ key, times }) => `message ${key} is there ${times} times`));
  const { rows: unpaid } = await sql<{ id: number }>`
    select w.id from unnest(${[...paid.keys()]}::bigint[]) w (id)
     where not exists (select from files f where f.id = w.id and f.price_status = 'PAID')`.execute(db);
  found.push(...unpaid.map(({ id }) => `file ${id} was acknowledged as paid and is not`));
  const { rows: others } = await sql<{ id: number }>`
    select w.id from unnest(${[...generated.keys()]}::bigint[], ${[...generated.values()]}::text[]) w (id, sha256)
     where not exists (select from ai_generations g where g.id = w.id and g.file_sha256 = w.sha256)`.execute(db);
  found.push(...others.map(({ id }) => `generation ${id} is not what was delivered`));
  return found;
}

const READ_AT_ONCE = 4;

/** Reads every uploaded file back through the portal. */
async function checkBytes(url: string, { administrator }: Stage, { uploads }: ClusterRecords): Promise<string[]> {
  const found: string[] = [];
  const left = uploads.entries();
  const read = async () => {
    for (const [id, sha256] of left) {
      const path = `/files/${id}/download`;
      const { status, bytes } = await send(url, { method: 'GET', path, token: administrator.token });
      if (status !== 200) found.push(`file ${id} cannot be read: ${status}`);
      else if (createHash('sha256').update(bytes).digest('hex') !== sha256) found.push(`file ${id} has other bytes`);
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, read));
  return found;
}
