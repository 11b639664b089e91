import { analyse } from './analyse.ts';
import { families } from './families.ts';
import type { Family } from './family.ts';
import { switchOff } from './switch-off.ts';
import type { Refused, SwitchedOff, SwitchOffOptions } from './switch-off.ts';
import { sentence } from './sentence.ts';

/** `file` is what goes back to the customer; every offset is one of `bytes`, the form in which the file was read. */
export type SwitchedOffFile = SwitchedOff & { file: Uint8Array };

/**
 * From a customer's file to a changed one: reads the file in whatever form it has, switches the codes off, puts the
 * result back into that form, and reads the finished file once more before it is given away. `bytes` is only read.
 * `among`: the families of which the file may be, where that is not left to the file.
 */
export function switchOffInFile(
  bytes: Uint8Array,
  codes: readonly string[],
  options: SwitchOffOptions & { among?: readonly Family[] | undefined } = {},
): SwitchedOffFile | Refused {
  const { among = families } = options;
  const { inspection, image, family } = analyse(bytes, among);
  const { form, fileType } = inspection;
  if (family === null || fileType !== 'OK' || form.toFile === null) {
    const reason =
      family === null
        ? sentence('unit_not_recognised')
        : (form.notWritten ?? sentence('kind_not_written', { type: fileType }));
    return { outcome: 'refused', kind: 'no table', reason };
  }
  const result = switchOff(image.bytes, family, codes, options);
  if (result.outcome === 'refused') return result;
  const file = form.toFile(result.bytes);
  const again = analyse(file, among);
  const isSame =
    file.length === bytes.length &&
    again.family?.id === family.id &&
    again.inspection.form.name === form.name &&
    again.image.sizeBytes === result.bytes.length &&
    result.bytes.every((byte, at) => again.image.bytes[at] === byte);
  if (isSame) return { ...result, file };
  return { outcome: 'refused', kind: 'unexplained', reason: sentence('result_file_differs') };
}
