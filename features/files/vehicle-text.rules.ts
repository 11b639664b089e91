import type { FileFieldValues } from './file-fields.ts';
import type { Vehicle } from './file.ts';

/** Describes the vehicle of a file in words: "Audi S3 1.8 T 2001". */
export const vehicleText = ({ brand, ecu, generation }: { brand: string; ecu: string; generation: string }): string =>
  [brand, ecu, generation].join(' ');

/** Returns the vehicle of a file in the form of the specified response. */
export const vehicleOf = (file: FileFieldValues): Vehicle => ({
  type: file.vehicle,
  brand: file.brand,
  model: file.model,
  ecu: file.ecu,
  generation: file.generation,
  gear: file.gear,
  petrol_type: file.petrol_type,
});
