import { type Label, textKey } from '../../../web/text.ts';
import type { FACT_NAMES } from '../identification.list.ts';

/** What each fact that a file states is called. */
export const FACT_LABELS: Record<(typeof FACT_NAMES)[number], Label> = {
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
