import type { Facts } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';
import type { FoundText } from '../bosch/numbers.ts';
import { listHardwareNumbers, combineNumbers, findHardwareNumber, findPartNumberRow } from '../bosch/numbers.ts';

/**
 * Texts of a data set of the Volkswagen group, in columns padded with spaces: the hardware's part number, names, the
 * part number on the box, the version, the control unit, the engine, the engine's letters.
 */
const plateLength = 0x80;

/** Reads the facts from the one plate of the window; none when two plates disagree. */
export function readVagPlate(image: Image, window: Window): Facts {
  const row = findPartNumberRow(image, window);
  const [hardware] = row;
  const partNumber = row.at(-1);
  if (hardware === undefined || partNumber === undefined) return {};
  const numbers = combineNumbers([partNumber, row.length > 1 ? { ...hardware, place: 'hardware' } : null], 'medium');
  const facts: Facts = {
    partNumber: numbers ?? { ...partNumber, strength: 'medium' },
    vehicleManufacturer: {
      value: makerOfVagPartNumber(partNumber.value),
      at: partNumber.at,
      strength: 'implied',
    },
  };
  const version = versionBehind(image, partNumber);
  if (version === null) return facts;
  facts.softwareVersion = { ...version, strength: 'strong' };
  const engine = engineBehind(image, version);
  if (engine !== null) facts.engine = { ...engine, strength: 'medium' };
  const before = { at: Math.max(window.at, partNumber.at - plateLength / 2), end: partNumber.at };
  const hardwareNumber = findHardwareNumber(image, '0261', before) ?? findHardwareNumber(image, '0281', before);
  if (hardwareNumber !== null) facts.hardwareNumber = { ...hardwareNumber, strength: 'medium' };
  return facts;
}

/** Finds General Motors' plate: the hardware number, 0, and the control unit's name. `0281019999` 00 `EDC17C19` */
export function findNamedHardware(image: Image, window: Window): FoundText | null {
  const numbers = ['0281', '0261'] as const;
  const isNamed = ({ value, at }: FoundText) =>
    image.u8(at + value.length) === 0 && /^(?:EDC|MED)17/.test(image.asciiRun(at + value.length + 1, 8));
  return numbers.flatMap((start) => listHardwareNumbers(image, start, window)).find(isNamed) ?? null;
}

function versionBehind(image: Image, { value, at }: FoundText): FoundText | null {
  const behindAt = at + value.length;
  const [, gap = '', version] = /^( {1,5})(\d{4})(?= )/.exec(image.asciiRun(behindAt, 12)) ?? [];
  return version === undefined ? null : { value: version, at: behindAt + gap.length };
}

/** Reads `1.8l R4/4V TFSI` or `R4 2,0L EDC`; without such a text, the four letters of the engine. */
function engineBehind(image: Image, version: FoundText): FoundText | null {
  const text = image.asciiRun(version.at, plateLength);
  const named = /(?:\d[.,]\d ?[lL] [RVW]\d|[RVW]\d\d? \d[.,]\d ?[lL])[\w/. ]*?(?= {2}|$)/.exec(text);
  const family = / {2}([A-Z]{3,4})[ -]/.exec(text);
  if (named !== null) return { value: named[0], at: version.at + named.index };
  return family?.[1] === undefined ? null : { value: family[1], at: version.at + family.index + 2 };
}
