// npm run admin upgrade: run after the program was updated. Shows what will change, makes a backup, migrates the tables, and
// verifies the ledger. -- --check only shows; --stop stops a running portal first; --start serves the portal
// afterwards.
import { checkLedgerQuietly } from '../../app/server/whole-ledger.ts';
import { runCommand, WrongUse } from '../../server/backup/command.ts';
import { systemClock } from '../../server/clock.ts';
import { upgrade } from '../../server/upgrade/upgrade.ts';

const FLAGS = ['--check', '--stop', '--start'];

/** Without the separate --, npm treats the flag as its own setting and passes it on in this variable. */
const hasFlag = (args: readonly string[], flag: string) =>
  args.includes(flag) || process.env[`npm_config_${flag.slice(2)}`] === 'true';

await runCommand(async (config, args, log) => {
  if (args.some((word) => !FLAGS.includes(word)))
    throw new WrongUse(`Use: npm run admin upgrade [-- ${FLAGS.join(' | ')}]`);
  const isStarted = hasFlag(args, '--start');
  const outcome = await upgrade({
    config,
    isCheck: hasFlag(args, '--check'),
    mayStop: hasFlag(args, '--stop'),
    now: systemClock.now(),
    checkLedger: checkLedgerQuietly,
    log,
  });
  if (outcome === 'checked') log('Nothing was changed. To upgrade: npm run admin upgrade');
  else if (!isStarted) log('Ready to start: npm start');
});
