import type { Image } from '../image.ts';
import { isSentence, sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';
import { chooseBase, listJudgedAxes, measureFit } from './address-base.ts';
import { readConversions, readLayouts } from './a2l-objects.ts';
import { placeObject } from './a2l-place.ts';
import type { A2lFile, A2lObject, Alignment } from './a2l-place.ts';
import type { A2lBlock } from './a2l-tokens.ts';
import { findBlocks, readBlocks, wordsAfter } from './a2l-tokens.ts';
import type { Definition, LeftOut, MapDefinition } from './definition.ts';
import { parseInteger } from './numbers.ts';

/** So many maps with axes decide at which address the image begins. */
const SAMPLED_MAPS = 200;

/** Reads an A2L (ASAP2 1.2 to 1.7): values, blocks of values, curves and maps with their axes and conversions. */
export function readA2l(text: string): Definition | Sentence {
  const file = readBlocks(text);
  if (isSentence(file)) return file;
  const [module] = findBlocks(file, 'MODULE');
  const objects = findBlocks(file, 'CHARACTERISTIC').map(readCharacteristic);
  const axes = findBlocks(file, 'AXIS_PTS').map(readAxisPoints);
  const contents: Omit<A2lFile, 'isLittleEndian'> = {
    layouts: readLayouts(file),
    conversions: readConversions(file),
    axes: new Map(axes.map((axis) => [axis.name, axis])),
    alignment: readAlignment(file),
  };
  const orders = readByteOrders(file);
  return {
    format: 'A2L',
    name: findBlocks(file, 'PROJECT')[0]?.words[0] ?? module?.words[0] ?? '',
    mark: null,
    mapCount: objects.length,
    place: (image) => placeAll(objects, contents, orders, image),
  };
}

function placeAll(
  objects: readonly A2lObject[],
  contents: Omit<A2lFile, 'isLittleEndian'>,
  orders: readonly boolean[],
  image: Image,
): { maps: MapDefinition[]; leftOut: LeftOut[] } | Sentence {
  const withAxes = objects.filter(({ axes }) => axes.length > 0);
  const step = Math.max(1, Math.floor(withAxes.length / SAMPLED_MAPS));
  const sample = withAxes.filter((_, index) => index % step === 0);
  const lowest = sample.reduce((least, { address }) => Math.min(least, address), Infinity);
  for (const isLittleEndian of orders) {
    const file = { ...contents, isLittleEndian };
    const base = chooseBase(lowest, (address) => {
      const maps = sample.flatMap((object) => {
        const map = placeObject(object, file, image, address);
        return isSentence(map) ? [] : [map];
      });
      const fit = measureFit(listJudgedAxes(maps), image);
      // A map whose counts make no sense at this address counts as an axis that does not rise.
      return { rising: fit.rising, axes: fit.axes + sample.length - maps.length };
    });
    if (isSentence(base)) continue;
    const maps: MapDefinition[] = [];
    const leftOut: LeftOut[] = [];
    for (const object of objects) {
      const map = placeObject(object, file, image, base.address);
      if (isSentence(map)) leftOut.push({ name: object.name, reason: map });
      else maps.push(map);
    }
    return { maps, leftOut };
  }
  return sentence('addresses_not_placed');
}

function readCharacteristic({ words, blocks }: A2lBlock): A2lObject {
  const [name = '', , kind = '', address, layout = '', , conversion = '', , , ...others] = words;
  return {
    name,
    kind,
    address: parseInteger(address) ?? -1,
    layout,
    conversion,
    words: others,
    axes: blocks.filter((block) => block.name === 'AXIS_DESCR'),
    maxPoints: 0,
  };
}

function readAxisPoints({ words }: A2lBlock): A2lObject {
  const [name = '', , address, , layout = '', , conversion = '', points, , , ...others] = words;
  const maxPoints = parseInteger(points) ?? 0;
  return {
    name,
    kind: 'AXIS_PTS',
    address: parseInteger(address) ?? -1,
    layout,
    conversion,
    words: others,
    axes: [],
    maxPoints,
  };
}

/**
 * Whether values are little-endian. BIG_ENDIAN and LITTLE_ENDIAN were defined in both senses, so that where a file uses
 * them, or nothing, both orders are tried.
 */
function readByteOrders(file: A2lBlock): readonly boolean[] {
  const [common] = findBlocks(file, 'MOD_COMMON');
  const [order] = wordsAfter(common?.words ?? [], 'BYTE_ORDER', 1) ?? [];
  if (order === 'MSB_FIRST') return [false];
  return order === 'MSB_LAST' ? [true] : [true, false];
}

function readAlignment(file: A2lBlock): Alignment {
  const words = findBlocks(file, 'MOD_COMMON')[0]?.words ?? [];
  const read = (name: string, natural: number) => {
    const given = parseInteger(wordsAfter(words, name, 1)?.[0]);
    return given !== null && given >= 1 && given <= 8 ? given : natural;
  };
  return {
    1: read('ALIGNMENT_BYTE', 1),
    2: read('ALIGNMENT_WORD', 2),
    4: read('ALIGNMENT_LONG', 4),
    8: read('ALIGNMENT_INT64', 8),
    float: read('ALIGNMENT_FLOAT32_IEEE', 4),
  };
}
