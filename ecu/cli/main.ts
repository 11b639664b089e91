#!/usr/bin/env node
// npm run -s ecu -- WORD …, or tunedesk-ecu WORD …: what the ECU library knows about files, on the command line.
import { parseArgs } from 'node:util';
import { analyse } from '../analyse.ts';
import { compare } from '../compare.ts';
import { families } from '../families.ts';
import { inspectFiles } from './inspect.ts';
import { compareMapsOfFiles } from './maps.ts';
import { switchOffCodes } from './off.ts';
import { fail, hex, readBytes, table, usage } from './terminal.ts';

const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  inspect: inspectFiles,
  dtcs: listDtcs,
  off: switchOffCodes,
  compare: compareFiles,
  maps: compareMapsOfFiles,
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

async function compareFiles(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [original, modified] = positionals;
  if (original === undefined || modified === undefined || positionals.length > 2) {
    return fail(`Say which two files.\n\n${usage}`, 2);
  }
  const before = readBytes(original);
  if (typeof before === 'string') return fail(before);
  const after = readBytes(modified);
  if (typeof after === 'string') return fail(after);
  const comparison = compare(before, after);
  if (values.json) {
    console.log(JSON.stringify(comparison, (key, value) => (key === 'correct' ? undefined : value)));
    return 0;
  }
  const { controlUnit, factDifferences, bytesChanged, regions, dtcDifferences } = comparison;
  console.log(`control unit: ${controlUnit}; ${before.length} and ${after.length} bytes; ${bytesChanged} bytes differ`);
  for (const { name: fact, original: was, modified: is } of factDifferences)
    console.log(`${fact}: ${was ?? '–'} -> ${is ?? '–'}`);
  const lines = regions
    .slice(0, 200)
    .map(({ at, end, bytesChanged: count, kind, name: region = '' }) => [
      hex(at, 6),
      hex(end, 6),
      `${count}`,
      kind,
      region,
    ]);
  if (lines.length > 0) console.log(table([['from', 'to', 'bytes', 'kind', ''], ...lines]));
  if (regions.length > lines.length) console.log(`… and ${regions.length - lines.length} more regions`);
  for (const { code, original: was, modified: is } of dtcDifferences ?? [])
    console.log(`${code}: ${was ?? '–'} -> ${is ?? '–'}`);
  return 0;
}

async function listDtcs(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) return fail(`Say which one file.\n\n${usage}`, 2);
  const bytes = readBytes(path);
  if (typeof bytes === 'string') return fail(bytes);
  const { inspection, family, listing } = analyse(bytes);
  if (family === null) return fail(`${path}: ${inspection.fileType}, and the control unit is not recognised.`);
  if (listing === null) return fail(`${path}: the trouble codes of ${family.id} cannot be listed.`);
  if (listing.outcome === 'not found') return fail(`${path}: ${listing.reason.message}`);
  if (values.json) {
    console.log(JSON.stringify(listing));
    return 0;
  }
  const rows = listing.rows.map(({ code, number, makerNumber = '', state, paths, entriesAt, sharedWith }) => [
    code,
    makerNumber,
    hex(number, 4),
    state === 'partial' ? 'partly' : state.toUpperCase(),
    `${paths.length}`,
    entriesAt
      .slice(0, 4)
      .map((at) => hex(at))
      .join(' ') + (entriesAt.length > 4 ? ' …' : ''),
    sharedWith.join(' '),
  ]);
  console.log(table([['code', 'maker', 'word', 'state', 'paths', 'at', 'shared with'], ...rows]));
  console.log(`\nTable at ${hex(listing.tableAt)}: ${listing.confirmedBy.join('; ')}.`);
  if (listing.notSwitchable !== null) console.log(`Cannot be switched: ${listing.notSwitchable.message}`);
  return 0;
}

async function listFamilies(words: string[]): Promise<number> {
  const rows = families
    .map(({ id, maker, models, dtcs, checksums }) => ({
      id,
      maker,
      models,
      dtcs: dtcs === null ? 'no' : dtcs.switchOff === null ? 'list' : 'list and switch',
      checksums: checksums === null ? 'no' : 'yes',
    }))
    .sort((a, b) => a.id.localeCompare(b.id));
  if (words.includes('--json')) for (const row of rows) console.log(JSON.stringify(row));
  else {
    const lines = rows.map(({ id, maker, models, dtcs, checksums }) => [id, maker, dtcs, checksums, models.join(', ')]);
    console.log(table([['family', 'supplier', 'trouble codes', 'checksums', 'models'], ...lines]));
  }
  return 0;
}
