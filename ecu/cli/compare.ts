import { parseArgs } from 'node:util';
import { compare } from '../compare.ts';
import { fail, hex, readBytes, table, usage } from './terminal.ts';

export async function compareFiles(words: string[]): Promise<number> {
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
  for (const { name, original: was, modified: is } of factDifferences)
    console.log(`${name}: ${was ?? '–'} -> ${is ?? '–'}`);
  const lines = regions
    .slice(0, 200)
    .map(({ at, end, bytesChanged: count, kind, name = '' }) => [hex(at, 6), hex(end, 6), `${count}`, kind, name]);
  if (lines.length > 0) console.log(table([['from', 'to', 'bytes', 'kind', ''], ...lines]));
  if (regions.length > lines.length) console.log(`… and ${regions.length - lines.length} more regions`);
  for (const { code, original: was, modified: is } of dtcDifferences ?? [])
    console.log(`${code}: ${was ?? '–'} -> ${is ?? '–'}`);
  return 0;
}
