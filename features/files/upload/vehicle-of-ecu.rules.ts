import { normalizeName } from '../identification/contradictions.rules.ts';
import type { Identification } from '../identification/identification.calls.ts';
import { getFileField, type FileFieldName } from '../file-fields.ts';
import { BRANDS } from '../../../contract/brand.ts';
import { ECU_MODELS, type PETROL_TYPES } from './field-values.ts';

/** What is known about a control unit and its car; null where it is not known. */
export interface KnownEcu {
  vehicleManufacturer: string | null;
  maker: string | null;
  model: string | null;
}

/** The fields of the form that a file can fill in. */
export const ECU_FIELDS = ['brand', 'model', 'ecu', 'petrol_type'] as const satisfies readonly FileFieldName[];
export type EcuFields = Record<(typeof ECU_FIELDS)[number], string>;

/** Values for the form, spelled as in its lists; empty where a list has no such entry. */
export const vehicleOfEcu = ({ vehicleManufacturer, maker, model }: KnownEcu): EcuFields => ({
  brand: findEntry(BRANDS, vehicleManufacturer),
  model: findEntry(ECU_MODELS, maker),
  // The numbers of its parts are read again from the file wherever they are shown; they would only hide the name.
  ecu: (model ?? '').slice(0, getFileField('ecu').maxLength),
  petrol_type: fuelOf(maker, model),
});

/**
 * The fuel, where the name of the control unit says it: Bosch calls those of diesel engines EDC or MD1, and those of
 * petrol engines Motronic. Empty otherwise.
 */
function fuelOf(maker: string | null, model: string | null): '' | (typeof PETROL_TYPES)[number] {
  if (maker !== 'Bosch' || model === null) return '';
  if (/^(EDC|MD1)/.test(model)) return 'DIESEL';
  return /^(ME\d|MED\d|MEV|MG1|Motronic)/.test(model) ? 'GASOLINE' : '';
}

/** The cars of these makes share parts, so the number of a part does not show whose car it is in. */
const SHARED_PARTS: readonly string[] = ['audi', 'seat', 'skoda', 'volkswagen'];

/** Returns what a file states for certain; nothing for a file that is not recognised. */
export function vehicleOfIdentification({ control_unit, facts }: Identification): EcuFields {
  const findValue = (named: string) => facts.find(({ name }) => name === named)?.value ?? null;
  const manufacturer = findValue('vehicleManufacturer');
  return vehicleOfEcu({
    vehicleManufacturer: SHARED_PARTS.includes(normalizeName(manufacturer ?? '')) ? null : manufacturer,
    maker: control_unit?.maker ?? null,
    model: findValue('model'),
  });
}

/** Finds an entry as the list spells it: CITROEN is Citroën. */
const findEntry = (list: readonly string[], name: string | null): string =>
  list.find((entry) => normalizeName(entry) === normalizeName(name ?? '')) ?? '';
