#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { download, status } from './files.ts';
import { logIn, logOut, readLogin } from './login.ts';
import { ORDER_OPTIONS, quote, readOrder, upload } from './order.ts';
import { Failure, openTerminal, wrongUse, type Terminal } from './terminal.ts';
import { watch } from './watch.ts';

const USAGE = `tunedesk: orders at a Tunedesk portal, from the command line.

  tunedesk login URL [--allow-http]   asks for an access token, or reads it from the input or TUNEDESK_TOKEN
  tunedesk logout
  tunedesk quote [SOLUTION...]        price and usual time of an order; without solutions the catalogue
  tunedesk upload FILE... ORDER       each file becomes an order [--key TEXT]
  tunedesk status [ID...]             own files [--reference TEXT] [--since TIME]
  tunedesk download ID                the modified file [--original] [--out FILE|FOLDER] [--force]
  tunedesk watch FOLDER ORDER         sends what appears there, each file once
                                      [--settle SECONDS] [--existing] [--once]

ORDER  --solution NAME|CODE|ID (several times) --vehicle Car --brand TEXT --model TEXT --ecu TEXT --petrol-type DIESEL
       --generation YEAR [--gear TEXT] [--reading-device TEXT] [--description TEXT] [--reference TEXT], or
       --order FILE.json with the same as JSON. In a watched folder, NAME.json beside a file NAME adds to its order.

Everywhere: --json (one object on each line), --help, --version. TUNEDESK_URL with TUNEDESK_TOKEN stands for a login.
Exit codes: 0 done; 1 refused by the portal, or a file cannot be read or written; 2 wrong use; 3 log in first; 4 the
portal does not answer.`;

interface Words {
  values: Record<string, unknown>;
  positionals: string[];
}

interface Command {
  options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>;
  run(terminal: Terminal, words: Words): Promise<void>;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const COMMANDS: Record<string, Command> = {
  login: {
    options: { 'allow-http': flag },
    run: (terminal, { positionals, values }) =>
      logIn(terminal, requireOne(positionals, 'address of the portal'), values['allow-http'] === true),
  },
  logout: { options: {}, run: (terminal) => logOut(terminal) },
  quote: {
    options: {},
    run: async (terminal, { positionals }) => quote(terminal, await readLogin(), positionals),
  },
  upload: {
    options: { ...ORDER_OPTIONS, key: text },
    run: async (terminal, { positionals, values }) => {
      if (positionals.length === 0) throw wrongUse('Say which files.');
      const order = await readOrder(values);
      return upload(terminal, await readLogin(), positionals, { order, key: values['key'] as string | undefined });
    },
  },
  status: {
    options: { reference: text, since: text },
    run: async (terminal, { positionals, values }) =>
      status(terminal, await readLogin(), {
        ids: positionals.map(readId),
        reference: values['reference'] as string | undefined,
        since: values['since'] as string | undefined,
      }),
  },
  download: {
    options: { out: text, original: flag, force: flag },
    run: async (terminal, { positionals, values }) => {
      const id = readId(requireOne(positionals, 'id of the file'));
      const {
        out = '.',
        original = false,
        force = false,
      } = values as { out?: string; original?: boolean; force?: boolean };
      return download(terminal, await readLogin(), { id, out, original, force });
    },
  },
  watch: {
    options: { ...ORDER_OPTIONS, settle: text, existing: flag, once: flag },
    run: async (terminal, { positionals, values }) => {
      const folder = requireOne(positionals, 'folder');
      const settle = Number(values['settle'] ?? 5);
      if (!(settle >= 0 && settle <= 3600)) throw wrongUse('--settle is a number of seconds.');
      const { existing = false, once: isOnce = false } = values as { existing?: boolean; once?: boolean };
      const order = await readOrder(values);
      return watch(terminal, await readLogin(), folder, { order, settle, existing, isOnce });
    },
  },
};

function requireOne([first, ...others]: string[], what: string): string {
  if (first === undefined || others.length > 0) throw wrongUse(`Say one ${what}.`);
  return first;
}

function readId(word: string): number {
  if (!/^\d{1,15}$/.test(word)) throw wrongUse(`"${word}" is not the id of a file.`);
  return Number(word);
}

const isSource = import.meta.url.endsWith('.ts');
const readVersion = () =>
  (
    JSON.parse(readFileSync(new URL(isSource ? 'package.json' : '../package.json', import.meta.url), 'utf8')) as {
      version: string;
    }
  ).version;

async function run([name = '', ...args]: string[]): Promise<void> {
  if (['', 'help', '--help', '-h'].includes(name) || args.includes('--help')) return console.log(USAGE);
  if (name === '--version') return console.log(readVersion());
  const command = Object.prototype.hasOwnProperty.call(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw wrongUse(`There is no "${name}".`);
  const options = { ...command.options, json: flag };
  const words = parseArgs({ args, options, allowPositionals: true });
  await command.run(openTerminal(words.values['json'] === true), words);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error, process.argv.includes('--json'));
}

/** Prints what went wrong and returns the exit code. */
function report(error: unknown, isJson: boolean): number {
  const isWrongOption = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
  const known = isWrongOption ? wrongUse((error as Error).message) : error;
  const failure = known instanceof Failure ? known : new Failure((error as Error).message);
  const { exitCode, code, message } = failure;
  console.error(isJson ? JSON.stringify({ code, message, exit_code: exitCode }) : message);
  return exitCode;
}
