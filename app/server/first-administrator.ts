import { sql } from 'kysely';
import { createFirstAdministrator } from '../../features/accounts/server/accounts.ts';
import { makePassword } from '../../features/accounts/server/passwords.ts';
import { Refusal } from '../../contract/refusal.ts';
import type { Deps } from '../../server/http/call.ts';
import { clearNotice, raiseNotice } from '../../features/shop/notices/server/notices.ts';
import type { Weakness } from '../../server/database/access.ts';

/**
 * Creates the first administrator of a portal that has none, and shows how to log in; a generated password only once.
 */
export async function welcomeAdministrator(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  log: (line: string) => void,
): Promise<void> {
  const { adminEmail: email, adminPassword } = config;
  const password = adminPassword ?? makePassword();
  const isFirst = await createFirstAdministrator(
    { db },
    { email, password, isGenerated: adminPassword === null },
  ).catch((error: unknown) => {
    if (!(error instanceof Refusal) || adminPassword === null) throw error;
    throw new Error(`ADMIN_PASSWORD: ${error.message}`);
  });
  if (!isFirst) return;
  log('');
  log('The first administrator (this is shown once):');
  log(`  e-mail    ${email}`);
  log(`  password  ${adminPassword === null ? password : '(as set in ADMIN_PASSWORD)'}`);
  log('');
}

/** At a start: notifies the operator, on the terminal and the dashboard, while the server's role owns the tables. */
export async function noticeWeakRole(
  { db }: Pick<Deps, 'db'>,
  weakness: Weakness | null,
  log: (line: string) => void,
): Promise<void> {
  if (weakness === null) return clearNotice(db, 'database.weak_role');
  log(`WARNING: ${weakness.sentence} To end that:`);
  for (const step of weakness.remedy) log(`  ${step}`);
  const { role, serverRole } = weakness;
  await raiseNotice(db, { kind: 'database.weak_role', details: { role, server_role: serverRole } });
}

/** At a start: notifies the operator while searches work without their indexes (database/migrate.ts). */
export async function noticeSlowSearch({ db }: Pick<Deps, 'db'>, log: (line: string) => void): Promise<void> {
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db);
  if (rows.length > 0) return clearNotice(db, 'database.slow_search');
  log('WARNING: The database lacks the extension pg_trgm, so searching long lists is slow. To end that:');
  log('  As an administrator of the database: CREATE EXTENSION pg_trgm; then start the portal again.');
  await raiseNotice(db, { kind: 'database.slow_search' });
}
