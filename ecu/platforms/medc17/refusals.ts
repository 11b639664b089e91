import type { Image } from '../../image.ts';
import { calibrationTypes, listMedc17Blocks } from './blocks.ts';
import { listClassTables } from './classes.ts';
import { listStarts, listUnclearHeads } from './code-heads.ts';
import { sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/** Returns which relation is missing, from the file as a whole down to the arrays of its table. */
export function findMissingRelation(image: Image): Sentence {
  const blocks = listMedc17Blocks(image);
  const calibration = blocks.filter(({ type }) => calibrationTypes.includes(type));
  if (blocks.length === 0) return sentence('no_block');
  if (calibration.length === 0) {
    return sentence('no_calibration_block');
  }
  if (calibration.some(({ end }) => end > image.sizeBytes)) {
    return sentence('calibration_cut_short');
  }
  const tables = calibration.flatMap((block) => listClassTables(image, block).map((table) => ({ block, table })));
  if (tables.length === 0) {
    return sentence('no_fault_classes');
  }
  const hasLists = tables.some(
    ({ block, table }) => listUnclearHeads(image, listStarts(image, block), table.count).length > 0,
  );
  return hasLists ? sentence('codes_do_not_follow_classes') : sentence('no_list_for_classes');
}
