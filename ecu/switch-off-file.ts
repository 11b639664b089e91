import { analyse } from './analyse.ts';
import type { Analysis } from './analyse.ts';
import { listDifferences } from './differences.ts';
import { families } from './families.ts';
import type { Family } from './family.ts';
import { readingOf } from './reading.ts';
import { changeCopy, checkCopy } from './switch-off.ts';
import type { Refused, SwitchedOff, SwitchOffOptions } from './switch-off.ts';
import { sentence } from './sentence.ts';

/**
 * `file` is what goes back to the customer; all offsets refer to `bytes`, the file in the form in which it was read.
 * `original` and `modified` are the analyses of the file before and after.
 */
export type SwitchedOffFile = SwitchedOff & { file: Uint8Array; original: Analysis; modified: Analysis };

/**
 * Turns a customer's file into a changed one: reads the file in whatever form it has, switches the codes off, converts
 * the result back into that form, and reads the finished file, from its bytes alone, before it is handed over. The file
 * is analysed once before and once after, and the checks use those two analyses. `bytes` is not modified.
 * `among`: the families that the file may belong to, if they are to be restricted.
 */
export function switchOffInFile(
  bytes: Uint8Array,
  codes: readonly string[],
  options: SwitchOffOptions & { among?: readonly Family[] | undefined } = {},
): SwitchedOffFile | Refused {
  const { among = families } = options;
  const original = analyse(bytes, among);
  const before = readingOf(original);
  const { form, fileType } = original.inspection;
  const { toFile } = form;
  if (before === null || fileType !== 'OK' || toFile === null) {
    const reason =
      before === null
        ? sentence('unit_not_recognised')
        : (form.notWritten ?? sentence('kind_not_written', { type: fileType }));
    return { outcome: 'refused', kind: 'no table', reason };
  }
  const changed = changeCopy(before, codes, options);
  if (changed.outcome === 'refused') return changed;
  const file = toFile(changed.bytes);
  const modified = analyse(file, among);
  const after = readingOf(modified);
  const isSame =
    after !== null &&
    after.family.id === before.family.id &&
    modified.inspection.form.name === form.name &&
    file.length === bytes.length &&
    after.image.sizeBytes === changed.bytes.length &&
    listDifferences(after.image.bytes, changed.bytes).length === 0;
  if (!isSame) return { outcome: 'refused', kind: 'unexplained', reason: sentence('result_file_differs') };
  const result = checkCopy(changed, after);
  return result.outcome === 'refused' ? result : { ...result, file, original, modified };
}
