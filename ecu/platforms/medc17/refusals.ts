import type { Image } from '../../image.ts';
import { calibrationTypes, listMedc17Blocks } from './blocks.ts';
import { listClassTables } from './classes.ts';
import { listStarts, listUnclearHeads } from './code-heads.ts';

/** Which relation is missing, from the file as a whole to the arrays of its table. */
export function findMissingRelation(image: Image): string {
  const blocks = listMedc17Blocks(image);
  const calibration = blocks.filter(({ type }) => calibrationTypes.includes(type));
  if (blocks.length === 0) return 'No block with a header of this control unit is in the file.';
  if (calibration.length === 0) {
    return 'The file has no block with calibration. A read of the calibration, or of the whole memory, has one.';
  }
  if (calibration.some(({ end }) => end > image.sizeBytes)) {
    return 'The file ends within the block with calibration. A read of the whole calibration is needed.';
  }
  const tables = calibration.flatMap((block) => listClassTables(image, block).map((table) => ({ block, table })));
  if (tables.length === 0) {
    return 'No fault classes were found: nowhere do as many control masks and classes stand in front of their marker.';
  }
  const hasLists = tables.some(
    ({ block, table }) => listUnclearHeads(image, listStarts(image, block), table.count).length > 0,
  );
  return hasLists
    ? 'Fault classes and lists of codes were found, but the codes do not change where the classes do.'
    : 'Fault classes were found, but no list of as many codes.';
}
