import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { can, type Role } from '../portal/capabilities.ts';
import type { Endpoint } from '../portal/endpoint.ts';
import { endpoints } from '../portal/endpoints.ts';
import { whoMay } from './testing/authz.ts';
import { admin, app, openStage } from './testing/stage.ts';
import { buildCustomer } from './testing/stories.ts';
import { buildTarget, nameOf } from './testing/targets.ts';

openStage();

/** What the portal records about calls and logins themselves, not about a customer's work. */
const ABOUT_CALLS = ['allowances', 'process_leases', 'rate_limits', 'security_events', 'sessions'];

/** What a reading itself is recorded as, by call. */
const RECORDED: Record<string, readonly string[]> = {
  // The delivery to the owner.
  'CUSTOMER GET /files/:id/download-mod-file': ['file_history', 'files', 'list_changes'],
  // Who exported it, in the audit list.
  'ADMIN GET /users/:id/personal-data': ['changes'],
};

async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(app.db);
  return rows.map(({ name }) => name).filter((name) => !ABOUT_CALLS.includes(name));
}

async function readAll(tables: readonly string[]): Promise<Map<string, string>> {
  const contents = tables.map(async (table) => {
    const { rows } = await sql<{ content: string }>`
      select coalesce(string_agg(row::text, chr(10) order by row::text), '') as content from ${sql.table(table)} row`.execute(
      app.db,
    );
    return [table, rows[0]?.content ?? ''] as const;
  });
  return new Map(await Promise.all(contents));
}

const isRead = ({ method, who }: Endpoint) => method === 'GET' && who !== 'anyone';
const readers = (endpoint: Endpoint) => whoMay(endpoint).filter((role): role is Role => role !== 'anonymous');
const cases = endpoints
  .filter(isRead)
  .flatMap((endpoint) => readers(endpoint).map((role) => ({ role, endpoint, name: `${role} ${nameOf(endpoint)}` })));

test.each(cases)('a GET changes nothing: $name', async ({ role, endpoint, name }) => {
  const customer = await buildCustomer(app.deps);
  const reader = role === 'ADMIN' ? admin : customer;
  const { input } = await buildTarget(app.deps, endpoint, can({ role }, 'customer-area.open') ? customer : admin);
  const tables = await listTables();
  const before = await readAll(tables);
  expect((await app.call(endpoint, input, reader)).status).toBe(200);
  const after = await readAll(tables);
  const changed = tables.filter((table) => before.get(table) !== after.get(table));
  expect(changed.filter((table) => !RECORDED[name]?.includes(table))).toEqual([]);
});
