import { randomBytes } from 'node:crypto';
import { createFirstAdministrator } from '../../features/accounts/server/accounts.ts';
import { Refusal } from '../../contract/refusal.ts';
import type { Deps } from '../../server/http/call.ts';

/**
 * Creates the first administrator of a portal that has none, and shows how to log in; a generated password only once.
 */
export async function welcomeAdministrator(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  log: (line: string) => void,
): Promise<void> {
  const { adminEmail: email, adminPassword } = config;
  const password = adminPassword ?? randomBytes(12).toString('base64url');
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
