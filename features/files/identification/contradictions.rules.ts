import type { Identification } from './identification.calls.ts';

/** The vehicle and its control unit as entered by the customer. */
export interface EnteredEcu {
  /** Make of the vehicle. */
  brand: string;
  /** Maker of the control unit. */
  model: string;
  ecu: string;
}

export interface Contradiction {
  field: keyof EnteredEcu;
  entered: string;
  read: string;
}

/** Names under which the same control units were sold. */
const SAME_MAKERS: readonly (readonly string[])[] = [
  ['siemens', 'continental', 'temic'],
  ['delphi', 'delco', 'lucas', 'gm'],
];

const OF_VOLKSWAGEN =
  'volkswagen audi seat skoda cupra bentley bugatti lamborghini porsche man ford volvo mitsubishi chrysler dodge jeep';
const OF_GENERAL_MOTORS =
  'opel vauxhall chevrolet saab cadillac buick gmc holden hummer pontiac saturn oldsmobile daewoo isuzu suzuki fiat alfaromeo renault nissan';

/** Makes in whose vehicles the control units of a manufacturer are found: makes share engines, and units with them. */
const FOUND_IN: Readonly<Record<string, string>> = {
  volkswagengroup: OF_VOLKSWAGEN,
  volkswagen: OF_VOLKSWAGEN,
  audi: OF_VOLKSWAGEN,
  seat: OF_VOLKSWAGEN,
  skoda: OF_VOLKSWAGEN,
  generalmotors: OF_GENERAL_MOTORS,
  opel: OF_GENERAL_MOTORS,
  saab: `${OF_GENERAL_MOTORS} subaru`,
  bmw: 'bmw bmwmotorrad mini alpina rollsroyce landrover rover mg opel vauxhall toyota wiesmann morgan peugeot citroen',
  ford: 'ford fordtrucks lincoln mercury mazda volvo jaguar landrover peugeot citroen dsautomobiles fiat mini astonmartin morgan tvr mahindra lti',
  mazda: 'mazda ford abarth fiat',
  volvo: 'volvo ford polestar renault mazda',
  subaru: 'subaru toyota saab',
  mitsubishi: 'mitsubishi smart proton hyundai peugeot citroen fiat dodge chrysler volvo',
  lotus: 'lotus opel vauxhall toyota proton',
  honda: 'honda acura rover',
};

/** Only these are compared; a make that was written in other words contradicts nothing. */
const COMPARED_MAKES = new Set(
  `${Object.values(FOUND_IN).join(' ')} mercedesbenz kia dacia lancia ferrari maserati iveco daf scania lexus infiniti`.split(
    ' ',
  ),
);

/** Removes spaces, hyphens and accents. */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/**
 * Finds where the entered values and the bytes cannot both be right; a value missing on either side contradicts
 * nothing.
 */
export function findContradictions(
  entered: EnteredEcu,
  { control_unit, facts }: Pick<Identification, 'control_unit' | 'facts'>,
): Contradiction[] {
  if (control_unit === null) return [];
  const found: Contradiction[] = [];
  const manufacturer = facts.find(({ name }) => name === 'vehicleManufacturer')?.value;
  if (manufacturer !== undefined && isOtherMake(entered.brand, manufacturer)) {
    found.push({ field: 'brand', entered: entered.brand, read: manufacturer });
  }
  if (!isSameMaker(entered.model, control_unit.maker)) {
    found.push({ field: 'model', entered: entered.model, read: control_unit.maker });
  }
  const model = facts.find(({ name }) => name === 'model')?.value;
  if (model !== undefined && namesAnotherModel(entered.ecu, model)) {
    found.push({ field: 'ecu', entered: entered.ecu, read: model });
  }
  return found;
}

function isOtherMake(entered: string, read: string): boolean {
  const brand = normalizeName(entered);
  const makes = FOUND_IN[normalizeName(read)];
  return makes !== undefined && COMPARED_MAKES.has(brand) && !makes.split(' ').includes(brand);
}

function isSameMaker(entered: string, read: string): boolean {
  const [one, other] = [normalizeName(entered), normalizeName(read)];
  if (one === '' || one === 'other' || one === other) return true;
  return SAME_MAKERS.some((names) => names.includes(one) && names.includes(other));
}

/** Model names such as EDC17, ME7.5 or SID803A. */
const MODELS = /\b(?:EDC|MEVD|MED|MEV|ME|MG|MD|MSD|MSV|MSS|MS|SID|SIMOS|PPD|PCR|DCM|MJD|IAW)[ -]?\d[.\dA-Z+]*/gi;

/** EDC16 and EDC16U34 are the same model, one named less exactly; a text without a model contradicts nothing. */
function namesAnotherModel(entered: string, read: string): boolean {
  const named = (entered.match(MODELS) ?? []).map(normalizeName);
  const other = normalizeName(read);
  return named.length > 0 && !normalizeName(entered).includes(other) && !named.some((one) => other.includes(one));
}
