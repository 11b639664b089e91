import type { Image } from '../../image.ts';
import { createComparison, describeAlignment, isTooMuch, minLead } from './alignment.ts';
import type { ClassTable } from './classes.ts';
import type { CodeHead } from './code-heads.ts';

// Switching off changes classes, so what they prove is lost when most of them are off. Two other arrays with the same
// index are never changed: the control masks directly before the classes, and the freeze frames (Bosch's name:
// DFES_EnvRef), u8[N] behind the codes, in which entry 0 is 1. Measured on seven dumps: 0x0, 0x70, 0x668 and 0x2aac
// bytes behind the codes in four, with 93 to 99 of 100 pairs alike, and 10 to 22 fewer when shifted in those that do not
// stand directly behind; in three, the masks differ enough.

const maxDistance = 0x4000;
/** Only a forged file has more than a few that seem to fit. */
const comparisonsLimit = 8;
const minFarLead = 0.06;

/** Whether an array that no change touches shows which code belongs to which class; null: none does. */
export function findFixedProof(
  image: Image,
  { at: codesAt, isLate }: CodeHead,
  table: ClassTable,
  windowEnd: number,
): string | null {
  if (isTooMuch(image)) return null;
  const { count, masksAt, hasWideMasks } = table;
  const comparison = createComparison(image, codesAt, count);
  const maskWidth = hasWideMasks ? 2 : 1;
  if (comparison.isAhead(masksAt, maskWidth, minLead)) {
    const masks = comparison.compare(masksAt, maskWidth);
    if (masks.result === 'proved') return `control masks: ${describeAlignment(masks, 'mask')}`;
  }
  const from = codesAt + 2 * count;
  const end = Math.min(from + maxDistance, windowEnd - count, image.sizeBytes - count);
  let comparisons = 0;
  for (let at = from; at < end && comparisons < comparisonsLimit; at += 1) {
    // Entry 0 shows where the array begins: it is set, and padding or the last code stands before it.
    if (image.bytes[at] !== 1 || (at > from && image.bytes[at - 1] !== 0)) continue;
    // What stands directly behind codes that begin and end with the list can hardly belong to others.
    const isDirect = at === from && !isLate;
    const enough = isDirect ? minLead : minFarLead;
    if (!comparison.isAhead(at, 1, enough)) continue;
    comparisons += 1;
    const frames = comparison.compare(at, 1);
    const isProved = frames.lead >= enough && (isDirect || frames.result === 'proved');
    if (isProved) return `freeze frames: ${describeAlignment({ ...frames, result: 'proved' }, 'frame')}`;
  }
  return null;
}
