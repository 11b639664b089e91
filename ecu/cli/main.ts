#!/usr/bin/env node
// npm run -s ecu -- WORD …, or tunedesk-ecu WORD …: what the ECU library knows about files, on the command line.
import { fail, usage } from './terminal.ts';
import { compareFiles } from './compare.ts';
import { listDtcs } from './dtcs.ts';
import { listFamilies } from './families.ts';
import { inspectFiles } from './inspect.ts';
import { switchOffCodes } from './off.ts';

const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  inspect: inspectFiles,
  dtcs: listDtcs,
  off: switchOffCodes,
  compare: compareFiles,
  families: listFamilies,
};

const [name = '', ...args] = process.argv.slice(2);
if (name === '' || name === 'help' || name === '--help' || name === '-h') {
  console.log(usage);
} else if (!Object.hasOwn(COMMANDS, name)) {
  process.exitCode = fail(`There is no "${name}". ${usage}`, 2);
} else {
  try {
    process.exitCode = await (COMMANDS[name] as (args: string[]) => Promise<number>)(args);
  } catch (error) {
    // parseArgs throws this for an unknown option.
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error;
    process.exitCode = fail(`${(error as Error).message}\n\n${usage}`, 2);
  }
}
