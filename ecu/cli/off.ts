import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listReadNotes } from '../analyse.ts';
import type { Change } from '../family.ts';
import type { SwitchedOffFile } from '../switch-off-file.ts';
import { switchOffInFile } from '../switch-off-file.ts';
import { fail, hex, hexBytes, readBytes, sha256, usage } from './terminal.ts';

export async function switchOffCodes(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: {
      dtcs: { type: 'string' },
      out: { type: 'string' },
      proof: { type: 'string' },
      'accept-wrong-checksums': { type: 'boolean', default: false },
      'repair-checksums': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [path] = positionals;
  const { dtcs, out, proof } = values;
  const codes = (dtcs ?? '')
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
    .map((code) => code.toUpperCase());
  if (path === undefined || codes.length === 0 || out === undefined) {
    return fail(`Say which file, which codes and where to.\n\n${usage}`, 2);
  }
  if (resolve(out) === resolve(path)) return fail('The original is never written over: say another --out.', 2);
  const taken = [out, proof].find((one) => one !== undefined && existsSync(one));
  if (taken !== undefined) return fail(`${taken} is there already, and is left as it is.`, 2);
  if (proof !== undefined && resolve(proof) === resolve(out)) {
    return fail('The proof and the changed file have the same name: say another --proof.', 2);
  }
  const bytes = readBytes(path);
  if (typeof bytes === 'string') return fail(bytes);
  const result = switchOffInFile(bytes, codes, {
    acceptWrongChecksums: values['accept-wrong-checksums'],
    repairChecksums: values['repair-checksums'],
  });
  if (result.outcome === 'refused') return fail(`Refused: ${result.reason.message}`);
  const files = new Map<string, string | Uint8Array>([[out, result.file]]);
  if (proof !== undefined) files.set(proof, `${JSON.stringify(createProof(bytes, result), null, 2)}\n`);
  const failure = writeAll(files);
  if (failure !== null) return fail(failure);
  report(out, result);
  return 0;
}

/** Writes all of these new files or none. Returns why one cannot be written, such as a folder that is not there, or null. */
function writeAll(files: ReadonlyMap<string, string | Uint8Array>): string | null {
  const written: string[] = [];
  for (const [path, content] of files) {
    try {
      writeFileSync(path, content, { flag: 'wx' });
      written.push(path);
    } catch (error) {
      for (const one of written) rmSync(one);
      return `${path} cannot be written: ${(error as Error).message}`;
    }
  }
  return null;
}

function report(
  out: string,
  { repairChanges, dtcChanges, checksumChanges, alreadyOff, alsoChanged, warnings, original }: SwitchedOffFile,
): void {
  if (repairChanges.length > 0) console.log('Put right first:');
  for (const { at, before, after, why } of repairChanges) {
    console.log(`${hex(at, 6)}  ${hexBytes(before)} -> ${hexBytes(after)}  ${why}`);
  }
  if (repairChanges.length > 0) console.log('Switched off:');
  for (const { at, before, after, why } of [...dtcChanges, ...checksumChanges]) {
    console.log(`${hex(at, 6)}  ${hexBytes(before)} -> ${hexBytes(after)}  ${why}`);
  }
  if (alreadyOff.length > 0) console.log(`Off before: ${alreadyOff.join(', ')}`);
  if (alsoChanged.length > 0) console.log(`Share an entry with a chosen code: ${alsoChanged.join(', ')}`);
  for (const warning of [...listReadNotes(original), ...warnings]) console.log(warning.message);
  const part = original.copies.length > 0 ? ' of the first copy' : '';
  console.log(`${out} was read again: every changed byte${part} is listed above.`);
}

function createProof(input: Uint8Array, result: SwitchedOffFile): object {
  const changeOf = ({ at, before, after, why }: Change) => ({
    at,
    before: hexBytes(before),
    after: hexBytes(after),
    why,
  });
  const sums = (list: SwitchedOffFile['checksumsAfter']) =>
    list.map(({ name, kind, state }) => ({ name, kind, state }));
  return {
    input: { sha256: sha256(input), size_bytes: input.length },
    output: { sha256: sha256(result.file), size_bytes: result.file.length },
    repair_changes: result.repairChanges.map(changeOf),
    dtc_changes: result.dtcChanges.map(changeOf),
    checksum_changes: result.checksumChanges.map(changeOf),
    checksums_before: sums(result.checksumsBefore),
    checksums_after: sums(result.checksumsAfter),
    already_off: result.alreadyOff,
    also_changed: result.alsoChanged,
    states_after: Object.fromEntries(result.rowsAfter.map(({ code, state }) => [code, state])),
    warnings: [...listReadNotes(result.original), ...result.warnings].map(({ message }) => message),
  };
}
