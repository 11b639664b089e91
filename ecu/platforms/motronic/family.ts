import type { Evidence, Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { FoundSignature, TextSignature } from '../../text-signatures.ts';
import { listMark, listMarks, withVagMaker } from '../../text-signatures.ts';
import { motronicModel, motronicModelFact, motronicMostBytes, motronicNames } from './names.ts';
import { findAgreedText } from '../bosch/numbers.ts';

const motronicLeastBytes = 0x4000;
const everywhere: Window = { at: 0, end: motronicMostBytes };

/** Program numbers, 1037 and those before and beside it. Measured: they agree with the file names of dumps. */
const softwareNumber = '(?<softwareNumber>(?:1037|1039|1267|1277|1279|2227|2287|2537)\\d{6})';
const hardwareNumber = '(?<hardwareNumber>0261\\d{6})';

const vagPartNumber = '(?<partNumber>\\d[A-Z0-9]{2}90[5-7]\\d{3}[A-Z]{0,2})';

/** Hardware number, then software number, with at most one character between them. */
const pairMark: TextSignature = {
  anchor: '0261',
  pattern: new RegExp(`${hardwareNumber}[^\\d]?${softwareNumber}`, 'd'),
  before: 0,
  after: 21,
  within: everywhere,
  points: 30,
  reason: 'the numbers of hardware and software side by side',
};

/** When spelled backwards, the software number comes first in reading order. */
const turnedPairMark: TextSignature = {
  anchor: '0261',
  pattern: new RegExp(`${softwareNumber}${hardwareNumber}`, 'd'),
  before: 10,
  after: 10,
  within: everywhere,
  reading: 'backwards',
  points: 30,
  reason: 'the numbers of software and hardware, spelled backwards',
};

/** BMW's own seven digits stand between the program's version and Bosch's numbers. */
const bmwMark: TextSignature = {
  anchor: '0261',
  pattern: new RegExp(`\\d\\d\\.\\d{3}[^]{3}(?<partNumber>1[47]\\d{5})${softwareNumber}${hardwareNumber}`, 'd'),
  before: 26,
  after: 10,
  within: everywhere,
  reading: 'backwards',
  points: 0,
  reason: 'the numbers of BMW and Bosch, spelled backwards',
};

/** `4D0907551R  2.8L V6/5V  MOTR    D02` before the hardware number, at a fixed distance from it. */
const vagMark: TextSignature = {
  anchor: '0261',
  // A detached index, as in "447907404 A", would be missing from the reported number, so such a line gives none.
  pattern: new RegExp(`${vagPartNumber} (?! ?[A-Z] )[\\x20-\\x7E]{14,30}${hardwareNumber}`, 'd'),
  before: 43,
  after: 10,
  within: everywhere,
  points: 0,
  reason: 'a part number of the Volkswagen group before the hardware number',
};

/** `90532609 RY0261204058` and `09115112 BZ 20261206074`: General Motors' number of the control unit. */
const opelMark: TextSignature = {
  anchor: '0261',
  pattern: /(?<partNumber>(?:09|90|24|93)\d{6}) [A-Z]{2}(?:[^]\d)?(?<hardwareNumber>0261\d{6})/d,
  before: 14,
  after: 10,
  within: everywhere,
  points: 0,
  reason: 'a part number of Opel before the hardware number',
};

/** `0261204947 1037350390 46768469`: Fiat's number of the control unit. */
const fiatMark: TextSignature = {
  anchor: '0261',
  pattern: /0261\d{6} 1037\d{6} (?<partNumber>(?:46|55|51)\d{6}) /d,
  before: 0,
  after: 32,
  within: everywhere,
  points: 0,
  reason: "Fiat's number behind the software number",
};

/** `PJ90423112 1267357220 0261203014` as read from the end: Opel's number comes first. */
const turnedOpelMark: TextSignature = {
  anchor: '0261',
  pattern: new RegExp(`[A-Z]{2}(?<partNumber>90\\d{6})${softwareNumber}${hardwareNumber}`, 'd'),
  before: 20,
  after: 10,
  within: everywhere,
  reading: 'backwards',
  points: 0,
  reason: 'the numbers of Opel and Bosch, spelled backwards',
};

/** MP7 lists many control units that one program fits, and the program once, among zeros after the name. */
const programMark: TextSignature = {
  anchor: '1037',
  pattern: /\/ +0+(?<softwareNumber>1037\d{6})0000/d,
  before: 34,
  after: 14,
  within: everywhere,
  points: 0,
  reason: 'the number of the program behind the name',
};

type Texts = {
  names: FoundSignature[];
  pairs: FoundSignature[];
  turnedPairs: FoundSignature[];
  others: FoundSignature[];
};

function readTexts(image: Image): Texts {
  if (image.sizeBytes < motronicLeastBytes || image.sizeBytes > motronicMostBytes) {
    return { names: [], pairs: [], turnedPairs: [], others: [] };
  }
  const straight = listMarks(image, [pairMark, vagMark, opelMark, fiatMark]);
  const of = (mark: TextSignature): FoundSignature[] => straight.get(mark) ?? [];
  return {
    names: motronicNames(image),
    pairs: of(pairMark),
    turnedPairs: listMark(image, turnedPairMark),
    others: [...of(vagMark), ...of(opelMark), ...of(fiatMark), ...listMark(image, programMark)],
  };
}

/** Returns the numbers that stand side by side in the file, whichever way they are spelled. */
export function numberPairs(image: Image): { straight: FoundSignature[]; turned: FoundSignature[] } {
  const { pairs, turnedPairs } = image.memo(readTexts);
  return { straight: pairs, turned: turnedPairs };
}

export type MotronicFamily = {
  id: string;
  models: readonly string[];
  /** What the family's own names begin with. */
  named: RegExp;
  /** Evidence for the family in chips that do not contain its name. */
  recogniseUnnamed?: (image: Image) => Evidence[];
};

export function motronicFamily({ id, models, named, recogniseUnnamed }: MotronicFamily): Family {
  const recognise = (image: Image): Evidence[] => {
    const { names, pairs, turnedPairs } = image.memo(readTexts);
    const [name] = names.filter(({ groups }) => named.test(motronicModel(groups['model']?.value ?? '')));
    const evidence: Evidence[] = [];
    if (name !== undefined) {
      evidence.push({
        points: 60,
        at: name.at,
        reason: `the name ${motronicModel(groupValue(name, 'model'))} in the file`,
      });
    } else if (names.length === 0) {
      evidence.push(...(recogniseUnnamed?.(image) ?? []));
    }
    const [pair] = [...pairs, ...turnedPairs];
    if (evidence.length > 0 && pair !== undefined) {
      evidence.push({ points: 20, at: pair.at, reason: 'petrol numbers of hardware and software side by side' });
    }
    return evidence;
  };
  return {
    id,
    maker: 'Bosch',
    models,
    recognise,
    describe: (image) => (recognise(image).length === 0 ? {} : image.memo(describeMotronic)),
    dtcs: null,
    checksums: null,
  };
}

function describeMotronic(image: Image): Facts {
  const { names, pairs, turnedPairs, others } = image.memo(readTexts);
  const facts: Facts = {};
  const model = findAgreedText(names.map(({ groups }) => groups['model'] ?? null));
  const [name] = names;
  if (model !== null) facts.model = motronicModelFact(model);
  if (model !== null && name?.text.endsWith('/') === true)
    facts.variant = { value: name.text, at: name.at, strength: 'strong' };
  const all = [...pairs, ...turnedPairs];
  // Without a pair, the number in front of a part number or a name is the only one, and one is enough.
  const numbered = all.length > 0 ? all : others;
  for (const fact of ['hardwareNumber', 'softwareNumber'] as const) {
    const found = findAgreedText(numbered.map(({ groups }) => groups[fact] ?? null));
    if (found === null) continue;
    const isTurned = turnedPairs.some(({ groups }) => groups[fact] === found);
    facts[fact] = { ...found, strength: 'strong', ...(isTurned ? { spelled: 'backwards' as const } : {}) };
  }
  const partNumber = findAgreedText(others.map(({ groups }) => groups['partNumber'] ?? null));
  if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'medium' };
  if (turnedPairs.length === 0) return withVagMaker(facts);
  return withTurnedPart(withTurnedPart(facts, image, bmwMark, 'BMW'), image, turnedOpelMark, 'Opel');
}

function withTurnedPart(facts: Facts, image: Image, mark: TextSignature, vehicleMaker: string): Facts {
  const found = findAgreedText(listMark(image, mark).map(({ groups }) => groups['partNumber'] ?? null));
  if (found === null) return facts;
  return {
    ...facts,
    partNumber: { ...found, strength: 'medium', spelled: 'backwards' },
    vehicleManufacturer: { value: vehicleMaker, at: found.at, strength: 'implied' },
  };
}

function groupValue(mark: FoundSignature, name: string): string {
  return mark.groups[name]?.value ?? '';
}
