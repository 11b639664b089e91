import type { FileAnalysis } from '../../files/analysis/server/analyse-file.ts';
import type { ReadAs } from '../../files/analysis/server/read-as.ts';
import { spellEcuId } from '../ecu-models.ts';
import type { EcuInfo } from '../dtc-session.ts';

/** A model that the customer chose from the list, with the file read as one of its family. */
export interface ChosenModel extends ReadAs {
  model: { man: string; ecuman: string; model: string; ecuValue: string };
}

/** Returns the four names of a chosen model, which replace those that the file states (X-DTC-03). */
export const namesOf = ({ man, ecuman, model, ecuValue }: ChosenModel['model']) => ({
  ecuId: ecuValue,
  vehicleManufacturer: man,
  systemManufacturer: ecuman,
  modelSeries: model,
});

/**
 * Returns what the tiles show of an analysis. A tile whose value is not in the file stays empty; nothing is guessed.
 */
export function toEcuInfo({ family, facts, form }: Omit<FileAnalysis, 'rows'>, fileSize: number): EcuInfo {
  const model = facts.model?.value ?? null;
  return {
    ecuId: family === null ? null : spellEcuId(family.maker, model ?? family.id),
    vehicleManufacturer: facts.vehicleManufacturer?.value ?? null,
    systemManufacturer: family?.maker ?? null,
    // All models of the family, where the file does not show which of them it is.
    modelSeries: model ?? family?.models.join(' / ') ?? null,
    fileSize,
    softwareId: facts.softwareId?.value ?? null,
    hardwareNumber: facts.hardwareNumber?.value ?? null,
    softwareNumber: facts.softwareNumber?.value ?? null,
    version: facts.softwareVersion?.value ?? null,
    processor: facts.processor?.value ?? null,
    vehicleSeries: null,
    vehicleVariant: null,
    vehicleModel: null,
    vehicleYear: null,
    manufacturerNumber: facts.partNumber?.value ?? null,
    engineManufacturer: null,
    engineDesignation: facts.engine?.value ?? null,
    engineType: null,
    engineDisplacement: null,
    enginePowerKw: null,
    engineTorque: null,
    emissionStandard: null,
    description: describe(facts, form),
  };
}

/** Collects what has no tile of its own. */
function describe({ variant, dataset }: FileAnalysis['facts'], form: string): string | null {
  const parts = [
    variant === undefined ? null : `Variant ${variant.value}`,
    dataset === undefined ? null : `Dataset ${dataset.value}`,
    form === 'as it is' ? null : `Read as: ${form}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}
