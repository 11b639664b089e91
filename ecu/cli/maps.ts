import { parseArgs } from 'node:util';
import { compareMapsByOne } from '../definitions/compare-maps.ts';
import type { ChangedMap } from '../definitions/compare-maps.ts';
import { readDefinitions } from '../definitions/read-definition.ts';
import { inspect } from '../inspect.ts';
import { isSentence } from '../sentence.ts';
import { fail, hex, readBytes, table, usage } from './terminal.ts';

const LISTED_CELLS = 40;

/** Names the maps in which two files differ, by a definition. */
export async function compareMapsOfFiles(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { json: { type: 'boolean', default: false }, definition: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  if (positionals.length !== 2 || values.definition.length === 0) {
    return fail(`Say which two files, and which definition.\n\n${usage}`, 2);
  }
  const read = [...positionals, ...values.definition].map(readBytes);
  const problem = read.find((one) => typeof one === 'string');
  if (problem !== undefined) return fail(problem);
  const [original, modified, ...texts] = read as [Uint8Array, Uint8Array, ...Uint8Array[]];
  const definitions = readDefinitions(texts);
  if (isSentence(definitions)) return fail(definitions.message);
  const comparison = compareInEitherForm(definitions, original, modified);
  if (isSentence(comparison)) return fail(comparison.message);
  if (values.json) {
    console.log(JSON.stringify(comparison));
    return 0;
  }
  const { format, definition, mapsCompared, changed, bytesUnnamed, leftOut, provedBy } = comparison;
  const proof = provedBy === 'none' ? 'nothing shows that it is for this file' : `for this file by its ${provedBy}`;
  console.log(`${format} ${definition}: ${proof}; ${mapsCompared} maps compared, ${leftOut.length} left out`);
  for (const map of changed) printMap(map);
  console.log(`${changed.length} maps and axes differ; ${bytesUnnamed} further bytes differ outside every map`);
  return 0;
}

/** Definitions name offsets of the file as tools read it; a text of records, or swapped bytes, is undone where they do not fit. */
function compareInEitherForm(
  definitions: Parameters<typeof compareMapsByOne>[0],
  original: Uint8Array,
  modified: Uint8Array,
) {
  const comparison = compareMapsByOne(definitions, original, modified);
  if (!isSentence(comparison)) return comparison;
  const [before, after] = [inspect(original), inspect(modified)];
  if (before.form.name === 'as it is' || before.form.name !== after.form.name) return comparison;
  return compareMapsByOne(definitions, before.image.bytes, after.image.bytes);
}

function printMap({ name, part, at, columns, rows, unit, isConverted, cells }: ChangedMap): void {
  const values = isConverted ? unit : 'as stored';
  const size = `${rows} × ${columns}`;
  console.log(`\n${name}${part === 'values' ? '' : `, ${part}`} at ${hex(at)}, ${size}${values && `, ${values}`}`);
  const lines = cells
    .slice(0, LISTED_CELLS)
    .map(({ row, column, x, y, before, after }) => [
      y ?? `row ${row}`,
      x ?? `column ${column}`,
      `${before ?? '–'}`,
      '->',
      `${after ?? '–'}`,
    ]);
  console.log(table(lines));
  if (cells.length > lines.length) console.log(`… and ${cells.length - lines.length} more values`);
}
