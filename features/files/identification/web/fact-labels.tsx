import { type Label, textKey } from '../../../../web/languages/text.ts';
import type { FactName } from '../../../../ecu/fact-names.ts';

/** The label of each fact that a file can state. */
export const FACT_LABELS: Record<FactName, Label> = {
  model: textKey('identification.controlUnit'),
  vehicleManufacturer: textKey('identification.vehicleManufacturer'),
  hardwareNumber: textKey('identification.hardwareNumber'),
  softwareNumber: textKey('identification.softwareNumber'),
  partNumber: textKey('identification.partNumber'),
  softwareId: textKey('identification.softwareId'),
  softwareVersion: textKey('identification.softwareVersion'),
  dataset: textKey('identification.dataset'),
  variant: textKey('identification.variant'),
  engine: textKey('identification.engine'),
  processor: textKey('identification.processor'),
};
