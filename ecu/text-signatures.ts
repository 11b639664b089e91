import { registerAnchor, listAnchor } from './anchors.ts';
import type { FoundText } from './platforms/bosch/numbers.ts';
import { findAgreedText, combineNumbers } from './platforms/bosch/numbers.ts';
import type { FactName } from './fact-names.ts';
import type { Evidence, Facts, Family } from './family.ts';
import type { Image, Window } from './image.ts';
import { makerOfVagPartNumber } from './vehicle-makers.ts';

/** A text that identifies a family: a piece that never changes, and a pattern for what surrounds it. */
export type TextSignature = {
  /** Searched for first; the pattern is only tried where the anchor occurs. Spelled in reading direction. */
  anchor: string;
  /** Needs the flag `d`. Groups that are named after a fact are reported as that fact. */
  pattern: RegExp;
  /** How many characters the pattern is given: before the anchor, and from the anchor's first character on. */
  before: number;
  after: number;
  within: Window;
  /** For chips of the eighties and nineties, which store their texts in reverse. */
  reading?: 'backwards';
  points: number;
  reason: string;
};

/** One occurrence of a signature. `at` is the offset of its lowest byte, in whichever direction it is read. */
export type FoundSignature = { at: number; text: string; groups: { [name: string]: FoundText } };

export type SignatureFamily = {
  id: string;
  maker: string;
  models: readonly string[];
  /** The smallest and the largest file that can belong to the family. */
  minBytes: number;
  maxBytes: number;
  /** As in `Family`. */
  readSizes?: readonly number[];
  marks: readonly TextSignature[];
  /** Adds what follows from the facts without being written in the texts. */
  conclude?: (facts: Facts, image: Image) => Facts;
};

/** Ensures that a file made of nothing but anchors costs no more than any other. */
const triesLimit = 0x400;

const factNames: readonly FactName[] = [
  'model',
  'hardwareNumber',
  'softwareNumber',
  'softwareId',
  'softwareVersion',
  'partNumber',
  'dataset',
  'engine',
  'processor',
  'variant',
];

const numberNames: ReadonlySet<FactName> = new Set(['hardwareNumber', 'softwareNumber', 'softwareId', 'partNumber']);

/** Creates a family that is recognised by texts alone: its files can be identified and described, nothing else. */
export function signatureFamily(family: SignatureFamily): Family {
  const { id, maker, models, marks } = family;
  for (const mark of marks) registerAnchor(storedAnchor(mark), mark.within);
  const listStanding = (image: Image): Map<TextSignature, FoundSignature[]> => {
    if (image.sizeBytes < family.minBytes || image.sizeBytes > family.maxBytes) return new Map();
    return new Map(marks.map((mark) => [mark, listMark(image, mark)]));
  };
  return {
    id,
    maker,
    models,
    recognise: (image) => evidenceOf(image.memo(listStanding)),
    describe(image) {
      const found = image.memo(listStanding);
      if (evidenceOf(found).length === 0) return {};
      const facts = factsOf(found);
      return family.conclude === undefined ? facts : family.conclude(facts, image);
    },
    dtcs: null,
    checksums: null,
    ...(family.readSizes && { readSizes: family.readSizes }),
  };
}

function evidenceOf(found: Map<TextSignature, FoundSignature[]>): Evidence[] {
  return [...found].flatMap(([{ points, reason }, places]) => {
    const [first] = places;
    return first === undefined ? [] : [{ points, at: first.at, reason }];
  });
}

function factsOf(found: Map<TextSignature, FoundSignature[]>): Facts {
  const facts: Facts = {};
  for (const name of factNames) {
    const values = [...found.values()].flat().map(({ groups }) => groups[name] ?? null);
    const isBackwards = (value: FoundText) =>
      [...found].some(([mark, places]) => {
        return mark.reading === 'backwards' && places.some(({ groups }) => groups[name] === value);
      });
    const withSpelling = (value: FoundText) => ({
      ...value,
      ...(isBackwards(value) && { spelled: 'backwards' as const }),
    });
    // When numbers disagree, all of them are reported; when names do, none is.
    const reported = numberNames.has(name) ? values : [findAgreedText(values)];
    const fact = combineNumbers(
      reported.map((value) => value && withSpelling(value)),
      'strong',
    );
    if (fact !== null) facts[name] = fact;
  }
  return facts;
}

/** Adds `values` as implied facts at the offset of the fact `named`, if its value matches `form`. */
export function implying(
  named: FactName,
  values: { [name in FactName]?: string },
  form?: RegExp,
): (facts: Facts) => Facts {
  return (facts) => {
    const fact = facts[named];
    if (fact === undefined || form?.test(fact.value) === false) return facts;
    const { at } = fact;
    const implied = Object.entries(values).map(([name, value]) => [name, { value, at, strength: 'implied' }]);
    return { ...facts, ...(Object.fromEntries(implied) as Facts) };
  };
}

/** Adds the vehicle maker that a Volkswagen group part number belongs to. */
export function withVagMaker(facts: Facts): Facts {
  const { partNumber } = facts;
  if (partNumber === undefined || !/^\d[A-Z0-9]{2}9\d{5}[A-Z]{0,2}$/.test(partNumber.value)) return facts;
  const value = makerOfVagPartNumber(partNumber.value);
  return { ...facts, vehicleManufacturer: { value, at: partNumber.at, strength: 'implied' } };
}

export function listMark(image: Image, mark: TextSignature): FoundSignature[] {
  return listMarks(image, [mark]).get(mark) ?? [];
}

/** Lists the occurrences of marks that have the same anchor, window and reading direction, with a single search. */
export function listMarks(
  image: Image,
  marks: readonly [TextSignature, ...TextSignature[]],
): Map<TextSignature, FoundSignature[]> {
  const places = new Map<TextSignature, FoundSignature[]>(marks.map((mark) => [mark, []]));
  for (const at of listAnchor(image, storedAnchor(marks[0]), marks[0].within, triesLimit)) {
    for (const mark of marks) {
      const place = markAround(image, mark, at);
      if (place !== null) places.get(mark)?.push(place);
    }
  }
  return places;
}

/** The anchor as it is stored in the file. */
function storedAnchor({ anchor, reading }: TextSignature): string {
  return reading === 'backwards' ? reverseText(anchor) : anchor;
}

function markAround(image: Image, mark: TextSignature, anchorAt: number): FoundSignature | null {
  const backwards = mark.reading === 'backwards';
  const anchorEnd = anchorAt + mark.anchor.length;
  const expectedAt = backwards ? anchorEnd - mark.after : anchorAt - mark.before;
  const startAt = Math.max(0, expectedAt);
  const end = Math.min(image.sizeBytes, backwards ? anchorEnd + mark.before : anchorAt + mark.after);
  const asStored = image.latin({ at: startAt, end });
  const text = backwards ? reverseText(asStored) : asStored;
  const anchorIndex = backwards ? end - anchorEnd : anchorAt - startAt;
  const match = mark.pattern.exec(text);
  const whole = match?.indices?.[0];
  if (match === null || whole === undefined) return null;
  // A match elsewhere in the text belongs to another anchor, which is tried in its turn.
  if (whole[0] > anchorIndex || whole[1] <= anchorIndex) return null;
  const placeOf = ([first, last]: [number, number]): number => (backwards ? end - last : startAt + first);
  const groups: { [name: string]: FoundText } = {};
  for (const [name, value] of Object.entries(match.groups ?? {})) {
    const range = match.indices?.groups?.[name];
    if (range !== undefined && value !== undefined) groups[name] = { value, at: placeOf(range) };
  }
  return { at: placeOf(whole), text: match[0], groups };
}

function reverseText(text: string): string {
  return text.split('').toReversed().join('');
}
