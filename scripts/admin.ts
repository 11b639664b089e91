// npm run admin -- reset-password | create | lock | unlock EMAIL: accounts, on the machine itself; the portal may run.
import * as z from 'zod/mini';
import { Email } from '../portal/accounts/account-fields.schemas.ts';
import {
  createAdministrator,
  lockAccount,
  resetAccountPassword,
  unlockAccount,
} from '../portal/accounts/server/administration.ts';
import { openToRead, runCommand, WrongUse } from '../server/backup/command.ts';
import { systemClock } from '../server/clock.ts';
import { requireCurrentTables } from '../server/database/applied.ts';
import { connect } from '../server/database/connect.ts';

const VERBS = {
  'reset-password': resetAccountPassword,
  create: createAdministrator,
  lock: lockAccount,
  unlock: unlockAccount,
};

const USAGE = `Use: npm run admin -- ${Object.keys(VERBS).join(' | ')} EMAIL`;

await runCommand(async (config, [name = '', email, ...rest], log) => {
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name as keyof typeof VERBS] : undefined;
  const address = z.safeParse(Email, email);
  if (verb === undefined || email === undefined || rest.length > 0) throw new WrongUse(USAGE);
  if (!address.success) throw new WrongUse(`"${email}" is not an e-mail address. ${USAGE}`);
  const database = await openToRead(config, log);
  try {
    await requireCurrentTables(database.url);
    const connection = connect(database.url, 2);
    try {
      log(await verb({ db: connection.db, clock: systemClock }, address.data));
    } finally {
      await connection.close();
    }
  } finally {
    await database.stop();
  }
});
