import type { Fact } from '../../family.ts';
import { listAnchor } from '../../anchors.ts';
import type { Image, Window } from '../../image.ts';
import type { Medc17Block } from './blocks.ts';
import type { Variant } from '../bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../bosch/variant-string.ts';

/** All names of the platform, searched for once and shared by all of its families. */
const allNames = ['EDC17', 'MED17', 'ME17', 'MEVD17', 'MEV17', 'MDG1', 'MG1', 'MD1'];
/** A forged file may contain the start of a name everywhere; a real one contains a handful. */
const attemptsLimit = 500;

/** Returns the first variant string that names one of the models: in the blocks, or else anywhere in the file. */
export function findMedc17Variant(
  image: Image,
  models: readonly string[],
  blocks: readonly Medc17Block[],
): Variant | null {
  const variants = image.memo(listVariants).filter(({ model }) => models.some((name) => model.startsWith(name)));
  const inBlock = variants.find(({ at }) => blocks.some((block) => at >= block.at && at < block.end));
  return inBlock ?? variants[0] ?? null;
}

function listVariants(image: Image): Variant[] {
  return listPlaces(image).flatMap(({ at, name }) => {
    if (image.u8(at - 1) !== slash) return [];
    return findVariant(image, name, { at: at - 1, end: at + name.length }) ?? [];
  });
}

/** Returns the control unit's full name, such as MED17.5.20, if the file contains it as a text. */
export function findModelName(image: Image, models: readonly string[], windows: readonly Window[]): Fact | null {
  for (const { at, name } of image.memo(listPlaces)) {
    if (!models.includes(name) || !windows.some((window) => at >= window.at && at < window.end)) continue;
    const [value] = /^[A-Z]+\d+(\.\d{1,2}){1,2}(?![\d.])/.exec(image.asciiRun(at, 16)) ?? [];
    const before = image.u8(at - 1) ?? 0;
    const isWord = before < 0x30 || before > 0x7a;
    if (value !== undefined && isWord) return { value, at, strength: 'strong' };
  }
  return null;
}

const slash = 0x2f;
const wordEnds = [slash, 0x2e, 0x5f];

/** Lists where the names stand that follow a slash, or that are followed by a slash, a dot or an underscore. */
function listPlaces(image: Image): { at: number; name: string }[] {
  const everywhere = { at: 0, end: image.sizeBytes };
  const all = allNames.flatMap((name) =>
    listAnchor(image, name, everywhere, attemptsLimit).map((at) => ({ at, name })),
  );
  const inOrder = all.toSorted((one, other) => one.at - other.at);
  return [...new Set(allNames.map((name) => name.charAt(0)))]
    .flatMap((initial) => inOrder.filter(({ name }) => name.startsWith(initial)).slice(0, attemptsLimit))
    .filter(({ at, name }) => wordEnds.includes(image.u8(at + name.length) ?? 0) || image.u8(at - 1) === slash)
    .toSorted((one, other) => one.at - other.at);
}

/** EDC17_C46 in the string is EDC17C46 on the box; D17553xN and MEVD172X in the fifth field stand for 17.5 and 17.2. */
export function modelOfVariant(variant: Variant): Fact | null {
  const { model, fields } = variant;
  const family = /^(EDC17|MED17|ME17|MEVD17|MEV17)_?([A-Z]{1,3}\d{1,2}[A-Z]?)?$/.exec(model);
  if (family?.[2] !== undefined) return readOut(variant, 2, `${family[1]}${family[2]}`);
  const detail = fields[4] ?? '';
  const explicit = /^((?:MED|MEVD|MEV|ME)17(?:\.\d{1,2}){1,2})(?:\D|$)/.exec(detail)?.[1];
  if (explicit !== undefined) return readOut(variant, 4, explicit);
  const [, prefix = '', digit = ''] = /^(MEVD|MEV|MED|ME|D)17(\d)/.exec(detail) ?? [];
  if (digit !== '') return readOut(variant, 4, `${prefix === 'D' ? model : `${prefix}17`}.${digit}`);
  const [unit] = /^(MG1|MD1)C[A-Z]\d{3}/.exec(detail) ?? [];
  if (unit !== undefined) return readOut(variant, 4, unit);
  return { value: model, at: variantFieldAt(variant, 2), strength: 'strong' };
}

function readOut(variant: Variant, field: number, value: string): Fact {
  const isLiteral = variant.fields[field]?.startsWith(value) === true;
  return { value, at: variantFieldAt(variant, field), strength: isLiteral ? 'strong' : 'implied' };
}

/** The program's own name, such as C598G3V8 or 9ZP2B40B. */
export function softwareIdOfVariant(variant: Variant): Fact | null {
  const value = variant.fields[6] ?? '';
  return /^[A-Z0-9_]{3,20}$/i.test(value) && /\d/.test(value)
    ? { value, at: variantFieldAt(variant, 6), strength: 'strong' }
    : null;
}

/** The fourth field is the customer. 11 is BMW in the EDC16, EDC17 and MEVD17 dumps measured, and nowhere else. */
export function makerOfVariant(variant: Variant): Fact | null {
  const isBmw = variant.fields[3] === '11' || variant.fields[3] === '011';
  return isBmw ? { value: 'BMW', at: variantFieldAt(variant, 3), strength: 'implied' } : null;
}

/** Reads the processor from the start-up block, such as SB_V02.00.00/1796. */
export function findProcessor(image: Image, window: Window): Fact | null {
  for (let at = image.find('/17', window); at !== null;) {
    const text = image.ascii(at - 9, 14) ?? '';
    const [, processor] = /^V\d\d\.\d\d\.\d\d\/(17\d\d)$/.exec(text) ?? [];
    if (processor !== undefined) return { value: `TC${processor}`, at: at + 1, strength: 'implied' };
    at = image.find('/17', { at: at + 1, end: window.end });
  }
  return null;
}
