import { parseArgs } from 'node:util';
import { analyse } from '../analyse.ts';
import { fail, hex, readBytes, table, usage } from './terminal.ts';

export async function listDtcs(words: string[]): Promise<number> {
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
