import { listAnchor } from '../../anchors.ts';
import type { Image, Window } from '../../image.ts';

/** Bosch's own name for a program: `40/1/ME7.5/5/4019.00//24C/Dst02o/041201//`. The third field is the control unit. */
export type Variant = { value: string; at: number; model: string; fields: string[] };

/** Longer than any variant string seen (70), so that a file full of slashes costs nothing. */
const variantLimit = 80;
/** A forged file may contain the start of a name everywhere; a real one contains a handful. */
const attemptsLimit = 2000;

/** Returns the first variant string in the window whose control unit's name starts with `model`. */
export function findVariant(image: Image, model: string, window: Window): Variant | null {
  for (const nameAt of listAnchor(image, `/${model}`, window, attemptsLimit)) {
    const variant = variantAround(image, nameAt);
    if (variant !== null) return variant;
  }
  return null;
}

function variantAround(image: Image, nameAt: number): Variant | null {
  // At most two digits: a third one in front belongs to whatever precedes the string.
  const startAt = [nameAt - 4, nameAt - 3].find((at) => /^\d{1,2}\/\d\/$/.test(image.ascii(at, nameAt + 1 - at) ?? ''));
  if (startAt === undefined) return null;
  const [value] = /^\S*\//.exec(image.asciiRun(startAt, variantLimit)) ?? [];
  const fields = value?.split('/') ?? [];
  const model = fields[2];
  // At least five fields: shorter strings are texts about a control unit, not the name of a program.
  if (value === undefined || model === undefined || fields.length < 5) return null;
  return { value, at: startAt, model, fields };
}

/** Returns the offset of one field of the string in the file. */
export function variantFieldAt(variant: Variant, index: number): number {
  return variant.at + variant.fields.slice(0, index).reduce((length, field) => length + field.length + 1, 0);
}
