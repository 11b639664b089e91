import type { Identification } from './identification.calls.ts';

/** The control unit as entered by the customer. */
export interface EnteredEcu {
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
  if (!isSameMaker(entered.model, control_unit.maker)) {
    found.push({ field: 'model', entered: entered.model, read: control_unit.maker });
  }
  const model = facts.find(({ name }) => name === 'model')?.value;
  if (model !== undefined && namesAnotherModel(entered.ecu, model)) {
    found.push({ field: 'ecu', entered: entered.ecu, read: model });
  }
  return found;
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
