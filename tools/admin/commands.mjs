import { LauncherError } from '../launcher/folders.mjs';

/** Commands for the operator of a portal: npm run admin COMMAND. */
const COMMANDS = {
  backup: ['backup', 'back up into one FILE, or to BACKUP_TARGET; --list lists the backups there'],
  'backup:verify': ['backup-verify', 'restore the newest backup beside the portal, verify everything and discard it'],
  restore: ['restore', 'restore a FILE, or the newest backup at BACKUP_TARGET; --replace over an existing portal'],
  upgrade: ['upgrade', 'after an update: backup, new tables, check of the ledger; --check, --stop, --start'],
  'move-to': ['move-to', 'move to your own PostgreSQL (DATABASE_URL), to S3 (s3://…), or the files back (folder)'],
  installation: ['installation', 'show which database belongs to which data folder; join, undo-move'],
  'files:sweep': ['files-sweep', 'quarantine stored files that belong to no record; --all: without a limit'],
  'files:verify': ['files-verify', 'compare every stored file with its record'],
  'ledger:verify': ['ledger-verify', 'recompute every entry, balance and seal of the ledger'],
  'ledger:rotate-key': ['ledger-rotate-key', 'seal the ledger of a stopped portal with a new key'],
  'dtc-texts': ['dtc-texts', 'your own descriptions of trouble codes: import FILE, export FILE, remove MANUFACTURER'],
  seed: ['seed', 'fill an empty portal with demo data'],
  sbom: ['sbom', 'print everything a portal consists of, as CycloneDX JSON'],
  create: ['accounts', 'create an administrator: EMAIL'],
  'reset-password': ['accounts', 'set a new password: EMAIL'],
  lock: ['accounts', 'lock an account: EMAIL'],
  unlock: ['accounts', 'unlock it again: EMAIL'],
  'reset-second-factor': ['accounts', 'let a user log in without a second factor: EMAIL'],
  'export-user': ['accounts', 'write all personal data of a user into a ZIP: EMAIL FILE'],
  'erase-user': ['accounts', 'erase a user for good, after a confirmation: EMAIL'],
};

const isCommand = (name) => Object.hasOwn(COMMANDS, name);

const usage = () =>
  ['Use: npm run admin COMMAND, with options after --: npm run admin -- COMMAND --option']
    .concat(Object.entries(COMMANDS).map(([name, [, text]]) => `  ${name.padEnd(18)} ${text}`))
    .join('\n');

/** Returns the program of a command and its arguments. */
export function chooseCommand([name = '', ...words]) {
  if (!isCommand(name)) throw new LauncherError(usage(), 2);
  const [program] = COMMANDS[name];
  return { program, words: program === 'accounts' ? [name, ...words] : words };
}

/** These commands were tasks of their own; such a call is passed on, with a notice. */
export function readTask([name, ...words]) {
  if (!isCommand(name ?? '')) return [name, ...words];
  console.error(`"${name}" is now "admin ${name}".`);
  return ['admin', name, ...words];
}
