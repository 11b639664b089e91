import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { ROLES } from '../../contract/capabilities.ts';
import { routes } from './routes.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage();
beforeAll(async () => {
  await fillTables();
});

const ROWS = 5000;

/** A portal of some size: on empty tables every plan costs the same. */
async function fillTables(): Promise<void> {
  const { id } = await buildSignedIn(app.deps);
  await buildFile(app.deps, { user_id: id });
  await sql`insert into users (username, full_name, email, phone, country, verified)
            select 'filled' || n, 'Filled', 'filled' || n || '@example.com', '', 'Italy', true from generate_series(1, ${ROWS}) n`.execute(
    app.ownerDb,
  );
  await sql`insert into sessions (id, user_id, expires_at, last_seen_at)
            select gen_random_uuid(), id, now() + interval '1 day', case when id % 5 = 0 then now() - id * interval '1 hour' end
              from users`.execute(app.ownerDb);
  await sql`analyze`.execute(app.ownerDb);
}

/** How often PostgreSQL has planned each prepared statement anew, by its text. */
async function readCustomPlans(): Promise<Map<string, number>> {
  const { rows } = await sql<{ statement: string; plans: number }>`
    select statement, custom_plans::int as plans from pg_prepared_statements`.execute(app.deps.db);
  return new Map(rows.map(({ statement, plans }) => [statement, plans]));
}

/** PostgreSQL itself plans the first five executions anew, to compare their cost with that of a general plan. */
const COMPARED = 5;

test('PostgreSQL plans what browsers poll once, and not at every execution', async () => {
  const polled = routes.filter(({ poll }) => poll !== undefined).map(({ endpoint }) => endpoint);
  expect(polled.length).toBeGreaterThan(1);
  for (const role of ROLES) {
    for (const endpoint of polled) {
      const { id, token } = await buildSignedIn(app.deps, { role });
      const file = await buildFile(app.deps, { user_id: id });
      const poll = async (times: number) => {
        for (let time = 0; time < times; time += 1)
          expect((await app.call(endpoint, { id: file.id }, { token })).status).toBe(200);
      };
      await poll(2 * COMPARED);
      const before = await readCustomPlans();
      await poll(COMPARED);
      const planned = [...(await readCustomPlans())].filter(([text, plans]) => plans > (before.get(text) ?? 0));
      expect(planned, `${role} ${endpoint.path}`).toEqual([]);
    }
  }
});
