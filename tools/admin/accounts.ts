// npm run admin reset-password | create | lock | unlock | reset-second-factor EMAIL: manages accounts from the machine itself, even while
// the portal runs.
// npm run admin export-user EMAIL FILE: writes a user's personal data as a ZIP; erase-user EMAIL: erases the user
// for good, after a confirmation.
import { sql } from 'kysely';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { pluralize } from '../../contract/amounts.ts';
import { BY_COMMAND, eraseUser } from '../../features/accounts/personal-data/server/erase-user.ts';
import { exportUser } from '../../features/accounts/personal-data/server/personal-data.ts';
import { Email } from '../../features/accounts/account-fields.ts';
import {
  createAdministrator,
  lockAccount,
  resetAccountPassword,
  unlockAccount,
} from '../../features/accounts/server/administration.ts';
import { resetSecondFactorByCommand } from '../../features/accounts/server/second-factor/reset-second-factor.ts';
import { openToRead, runCommand, WrongUse, type LogLine } from '../../server/backup/command.ts';
import type { ServerConfig } from '../../server/config.ts';
import type { Deps } from '../../server/http/call.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { requireCurrentTables } from '../../server/database/migrate.ts';
import { connect } from '../../server/database/connect.ts';
import { openDatabaseClock } from '../../server/database/database-clock.ts';

const VERBS = {
  'reset-password': resetAccountPassword,
  create: createAdministrator,
  lock: lockAccount,
  unlock: unlockAccount,
  'reset-second-factor': resetSecondFactorByCommand,
};

const USAGE =
  `Use: npm run admin ${Object.keys(VERBS).join(' | ')} EMAIL\n` +
  '     npm run admin export-user EMAIL FILE\n' +
  '     npm run admin -- erase-user EMAIL [--confirm EMAIL]';

interface Command {
  deps: Pick<Deps, 'db' | 'clock'>;
  config: ServerConfig;
  email: string;
  log: LogLine;
}

/** Finds an account, even a deleted one; if several share the address, one that is not deleted is preferred. */
async function findAccount({ deps: { db }, email }: Command): Promise<{ id: number; username: string }> {
  const account = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .orderBy(sql`deleted_at is not null`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!account) throw new Error(`There is no account with the e-mail address ${email}.`);
  return account;
}

const withStorage = async ({ deps, config }: Command) => ({ ...deps, config, storage: await openStorage(config) });

async function writeExport(command: Command, file: string): Promise<void> {
  const { id } = await findAccount(command);
  const draft = `${file}.partial`;
  const archive = await exportUser(await withStorage(command), id, BY_COMMAND);
  await pipeline(archive, createWriteStream(draft, { mode: 0o600 }));
  await rename(draft, file);
  command.log(`${file} has everything personal of ${command.email}.`);
}

async function erase(command: Command, confirmed: string | undefined): Promise<void> {
  const { email, log } = command;
  const { id, username } = await findAccount(command);
  log(
    `${username} (${email}) will be erased for good: names, texts, mails and files. The ledger stays, under a pseudonym.`,
  );
  const typed = confirmed ?? (await ask(`Type the e-mail address to erase it: `));
  if (typed.trim().toLowerCase() !== email.toLowerCase())
    throw new Error('That is another address. Nothing was erased.');
  const erased = await eraseUser(await withStorage(command), id, BY_COMMAND);
  log(
    `Erased: ${erased.username} from now on; ${pluralize(erased.files, 'file')}. In quarantine, and removed after ` +
      `RETAIN_DAYS (quarantine): ${pluralize(erased.setAside, 'stored file')}. ` +
      'Backups have them until they are rotated out.',
  );
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new WrongUse(`Not a terminal: give --confirm EMAIL. ${USAGE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Chooses the command from the arguments; undefined when they are invalid. */
function choose(name: string, rest: string[]): ((command: Command) => Promise<void>) | undefined {
  const [first, second] = rest;
  if (name === 'export-user' && first !== undefined && rest.length === 1)
    return (command) => writeExport(command, first);
  if (name === 'erase-user' && rest.length === 0) return (command) => erase(command, process.env.npm_config_confirm);
  if (name === 'erase-user' && first === '--confirm' && rest.length === 2) return (command) => erase(command, second);
  const verb = Object.hasOwn(VERBS, name) && rest.length === 0 ? VERBS[name as keyof typeof VERBS] : undefined;
  return verb && (async ({ deps, email, log }) => log(await verb(deps, email)));
}

await runCommand(async (config, [name = '', email, ...rest], log) => {
  const work = choose(name, rest);
  const address = z.safeParse(Email, email);
  if (work === undefined || email === undefined) throw new WrongUse(USAGE);
  if (!address.success) throw new WrongUse(`"${email}" is not an e-mail address. ${USAGE}`);
  const database = await openToRead(config, log);
  try {
    await requireCurrentTables(database.url);
    const connection = connect(database.url, 2);
    try {
      const clock = await openDatabaseClock(connection.db);
      await work({ deps: { db: connection.db, clock }, config, email: address.data, log });
    } finally {
      await connection.close();
    }
  } finally {
    await database.stop();
  }
});
