import type { Edc16Block } from './edc16.blocks.ts';
import { isBehindText, listEdc16Blocks } from './edc16.blocks.ts';
import type { FoundText } from '../../platforms/bosch/numbers.ts';
import { findAgreedText } from '../../platforms/bosch/numbers.ts';
import type { Variant } from '../../platforms/bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../../platforms/bosch/variant-string.ts';
import type { Fact } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';
import { layout, modelOfPlatform } from './edc16.layout.ts';

const namePattern = /^EDC16[A-Z]{1,2}\d{1,2}$/;

export function variantIn(image: Image): Variant | null {
  for (const window of textWindows(image.memo(listEdc16Blocks))) {
    const variant = findVariant(image, 'EDC16', window);
    if (variant !== null) return variant;
  }
  return null;
}

/** Windows in which blocks have their texts: after the header. */
export const textWindows = (blocks: readonly Edc16Block[]): Window[] =>
  blocks.map(({ at, end }) => ({ at, end: Math.min(end, at + layout.textsLength) }));

const maxBuilds = 8;

/** Full dumps name the build several times: `BOSCH EDC16+/EDC16U34-3.1 MPC561/RevA CC_OFF ...`. */
type Build = { model: FoundText; processor: FoundText | null; isBmw: boolean };

function buildsIn(image: Image): Build[] {
  const builds: Build[] = [];
  const { bytes } = image;
  // Not `Image.find`: a file full of the first letter would take more than a second.
  for (let at = bytes.indexOf(0x42); at !== -1 && builds.length < maxBuilds; at = bytes.indexOf(0x42, at + 1)) {
    if (bytes[at + 1] !== 0x4f || bytes[at + 6] !== 0x45) continue;
    const build = buildAt(image, at);
    if (build !== null) builds.push(build);
  }
  return builds;
}

function buildAt(image: Image, at: number): Build | null {
  const text = image.asciiRun(at, layout.buildLength);
  const model = /^BOSCH (?:EDC16[A-Z]*\+?\/)?(EDC16[A-Z]{1,2}\d{1,2})(?![A-Z0-9])/.exec(text)?.[1];
  if (model === undefined) return null;
  const processor = /\bMPC5\d\d\b/.exec(text);
  return {
    model: { value: model, at: at + text.lastIndexOf(model) },
    processor: processor === null ? null : { value: processor[0], at: at + processor.index },
    isBmw: text.includes('(BMW)'),
  };
}

export function modelIn(image: Image, blocks: readonly Edc16Block[], partNumber: FoundText | null): Fact | null {
  const variant = image.memo(variantIn);
  const named = variant !== null && namePattern.test(variant.model);
  const models = [
    ...(named ? [{ value: variant.model, at: variantFieldAt(variant, 2) }] : []),
    ...image.memo(buildsIn).map(({ model }) => model),
  ];
  if (models.length > 0) {
    const model = findAgreedText(models);
    return model === null ? null : { ...model, strength: 'strong' };
  }
  // Volkswagen's calibrations do not name the control unit, but the platform they are made for does.
  const platforms = new Set(blocks.map(({ platform }) => platform));
  const [block] = blocks;
  const platform = platforms.size === 1 ? block?.platform : null;
  const implied = modelOfPlatform[platform ?? 0];
  if (block === undefined || implied === undefined || partNumber === null) return null;
  const isU1 = implied === 'EDC16U31' && block.range.at - block.shift >= 0x800000;
  return { value: isU1 ? 'EDC16U1' : implied, at: block.at, strength: 'implied' };
}

export function processorIn(image: Image): Fact | null {
  const processor = findAgreedText(image.memo(buildsIn).map((build) => build.processor));
  return processor === null ? null : { ...processor, strength: 'medium' };
}

/** Only BMW used these two. */
const modelsOfBmw = ['EDC16C35', 'EDC16CP35'];

type Named = { model: Fact | null; partNumber: FoundText | null; blocks: readonly Edc16Block[] };

export function manufacturerIn(image: Image, { model, partNumber, blocks }: Named): Fact | null {
  if (partNumber !== null) {
    return { value: makerOfVagPartNumber(partNumber.value), at: partNumber.at, strength: 'implied' };
  }
  const build = image.memo(buildsIn).find(({ isBmw }) => isBmw);
  const ofModel = model !== null && modelsOfBmw.includes(model.value) ? model.at : null;
  const ofHeader = blocks.find(isBehindText)?.at ?? null;
  const at = build?.model.at ?? ofModel ?? ofHeader;
  return at === null ? null : { value: 'BMW', at, strength: 'implied' };
}
