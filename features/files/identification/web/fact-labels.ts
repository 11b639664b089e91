import type { FactName } from '../../../../ecu/fact-names.ts';
import { type Label, textKey } from '../../../../web/languages/text.ts';

/** The label of each fact that a file can state. */
export const FACT_LABELS: Record<FactName, Label> = {
  model: textKey('files.identification.controlUnit'),
  vehicleManufacturer: textKey('files.identification.vehicleManufacturer'),
  hardwareNumber: textKey('files.identification.hardwareNumber'),
  softwareNumber: textKey('files.identification.softwareNumber'),
  partNumber: textKey('files.identification.partNumber'),
  softwareId: textKey('files.identification.softwareId'),
  softwareVersion: textKey('files.identification.softwareVersion'),
  dataset: textKey('files.identification.dataset'),
  variant: textKey('files.identification.variant'),
  engine: textKey('files.identification.engine'),
  processor: textKey('files.identification.processor'),
};
