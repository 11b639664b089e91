import { findWiring } from './data-lines.ts';
import { swapPairs } from './forms/orders.ts';
import { findContainer } from './gate/containers.ts';
import type { ContainerType } from './gate/containers.ts';
import { entropy } from './gate/entropy.ts';
import { measure, measureCode } from './gate/measures.ts';
import type { Sign } from './gate/signs.ts';
import { enoughPoints, findCodeSigns, findSigns, sumPoints } from './gate/signs.ts';
import { isText, detectFilledText, detectTextType } from './gate/texts.ts';
import type { TextType } from './gate/texts.ts';
import { identify } from './identify.ts';
import { Image } from './image.ts';

/** OK: this is the memory of a control unit. Anything else shows what the file looks like instead. */
export type FileType = 'OK' | ContainerType | TextType | ShapeType;

type ShapeType = 'empty' | 'EEPROM or part of a file' | 'blank' | 'encrypted or packed' | UnlikelyType;

/** What no family knows and does not look like code of a control unit: certainly something else, or not. */
type UnlikelyType = 'not an ECU file' | 'memory of an unknown unit';

/** Files that are examined further: some dumps look like nothing until their bytes are in order. */
export const isUnlikely = (fileType: FileType): fileType is UnlikelyType =>
  fileType === 'not an ECU file' || fileType === 'memory of an unknown unit';

/** A 27C128, the smallest program memory of any control unit listed, holds 16 KB. Smaller chips are EEPROMs. */
const minDumpBytes = 0x4000;
const blankShare = 0.995;
const pageLength = 0x1000;
/** Program code stays below this many bits per byte; a page of random bytes has about 7.95. */
const packedEntropy = 7.85;
const packedShare = 0.9;

/**
 * Detects the type from the content alone, because archives are uploaded under all kinds of names. A file that has no
 * known signature and no family has to look like the memory of a control unit; if nothing suggests one, it is refused.
 */
export function detectFileType(image: Image): FileType {
  if (image.sizeBytes === 0) return 'empty';
  const container = findContainer(image);
  if (container !== null) return container;
  if (isText(image, { at: 0, end: image.sizeBytes })) return detectTextType(image);
  const hexText = detectFilledText(image);
  if (hexText !== null) return hexText;
  if (isBlank(image)) return 'blank';
  if (image.sizeBytes < minDumpBytes) return 'EEPROM or part of a file';
  if (image.memo(identifyOnce).outcome !== 'unknown') return 'OK';
  // With crossed lines neither code nor text is visible; once they are straightened, a family will know the file.
  if (image.memo(findWiring) !== null) return 'OK';
  if (isPacked(image)) return 'encrypted or packed';
  const signs = image.memo(listSigns);
  if (sumPoints(signs) >= enoughPoints(image.sizeBytes) || isSwappedMemory(image)) return 'OK';
  if (isOtherContent(signs)) return 'not an ECU file';
  return isSign(signs, ['packed']) ? 'encrypted or packed' : 'memory of an unknown unit';
}

/** Code of other processors, symbols and text. All other signs only show that the file is no program of a known kind. */
const otherContent: readonly string[] = [
  'x86 code',
  'x86 calls',
  'ARM code of 64 bits',
  'ARM code',
  'Thumb code',
  'MIPS code',
  'RISC-V code',
  'AVR code',
  'names of symbols',
  'text',
];
const decidingPoints = -40;

const isOtherContent = (signs: readonly Sign[]): boolean => isSign(signs, otherContent);

const isSign = (signs: readonly Sign[], names: readonly string[]): boolean =>
  signs.some(({ name, points }) => points <= decidingPoints && names.includes(name));

/** Passed to `Image.memo` by every caller, so that each image is identified only once. */
export function identifyOnce(image: Image) {
  return identify(image);
}

/** Returns the signs by which a file that no family knows is accepted or refused. */
export function listSigns(image: Image): Sign[] {
  return findSigns(image.memo(measure));
}

/**
 * A chip whose bytes were read in swapped pairs shows its code only after they are swapped back. Curves and axes look
 * alike either way, so only code proves that a file is byte-swapped.
 */
function isSwappedMemory(image: Image): boolean {
  const swapped = new Image(swapPairs(image.bytes));
  const isCode = findCodeSigns(measureCode(swapped)).some(({ points }) => points >= enoughCodePoints);
  return isCode && sumPoints(swapped.memo(listSigns)) >= enoughPoints(image.sizeBytes);
}

const enoughCodePoints = 25;

/** Nearly every byte is the same. Of most files, the first sixteenth shows that they are not blank. */
function isBlank(image: Image): boolean {
  const { sizeBytes } = image;
  const isBlankUpTo = (end: number) =>
    Math.max(...image.countBytes({ at: 0, end })) >= sizeBytes * blankShare - (sizeBytes - end);
  return isBlankUpTo(sizeBytes >>> 4) && isBlankUpTo(sizeBytes);
}

function isPacked(image: Image): boolean {
  // A file's entropy is at least the average of its pages, so for most dumps the pages need not be measured.
  const counts = image.countBytes({ at: 0, end: image.sizeBytes });
  if (entropy(counts, image.sizeBytes) < packedEntropy * packedShare) return false;
  const pages = Math.floor(image.sizeBytes / pageLength);
  let packedPages = 0;
  for (let page = 0; page < pages; page += 1) {
    const at = page * pageLength;
    if (entropy(image.countBytes({ at, end: at + pageLength }), pageLength) > packedEntropy) packedPages += 1;
  }
  return packedPages >= pages * packedShare;
}
