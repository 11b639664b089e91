import type { FileAnalysis } from '../../files/analysis/server/analyse-file.ts';
import { spellEcuId } from '../ecu-models.ts';
import type { Reading } from '../dtc-session.ts';

/** Makers of which the bytes name the group, with the makes in the list of models that belong to it. */
const MAKES_OF_GROUP: Readonly<Record<string, readonly string[]>> = {
  'VOLKSWAGEN GROUP': ['AUDI', 'SEAT', 'SKODA', 'VOLKSWAGEN'],
  'GENERAL MOTORS': ['GM', 'OPEL'],
};

type Analysed = Pick<FileAnalysis, 'family' | 'facts'>;

interface Chosen {
  model: { man: string; ecuValue: string };
  /** Whether the evidence in the file is enough for the family of the model. */
  fits: boolean;
}

/** Compares a model that was chosen from the list with what the bytes name. Only what they name is called a match. */
export function matchModel(chosen: Chosen, read: Analysed, recognised: Analysed): Pick<Reading, 'match' | 'named'> {
  const isOtherFamily = recognised.family !== null && recognised.family.id !== read.family?.id;
  if (!chosen.fits || read.family === null || isOtherFamily) return { match: 'OTHER_FAMILY', named: null };
  const { model, vehicleManufacturer } = read.facts;
  const isModel = model !== undefined && spellEcuId(read.family.maker, model.value) === chosen.model.ecuValue;
  const isMake = vehicleManufacturer === undefined || isSameMake(vehicleManufacturer.value, chosen.model.man);
  if (isModel && isMake) return { match: 'MODEL', named: null };
  if (model === undefined && isMake) return { match: 'FAMILY', named: null };
  const named = [vehicleManufacturer?.value, read.family.maker, model?.value].filter((name) => name !== undefined);
  return { match: 'OTHER_MODEL', named: named.join(' ') };
}

function isSameMake(named: string, make: string): boolean {
  const name = named.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  return name === make || (MAKES_OF_GROUP[name]?.includes(make) ?? false);
}
