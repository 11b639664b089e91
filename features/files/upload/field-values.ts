import type { FileFieldName } from '../file-fields.ts';
import { BRANDS } from '../../../contract/brand.ts';

export const VEHICLES = ['Car', 'Truck', 'Van', 'Tracktor', 'Excavator', 'Motorcycle/ATV'] as const;
export const PETROL_TYPES = ['DIESEL', 'GASOLINE'] as const;
const GEARS = ['Manual', 'Automatic'] as const;

/** The years of the specification, and those since it was written (G-13). */
const YEAR_MIN = 2000;
const YEAR_MAX = new Date().getFullYear();

/** A browser may already be in the new year while the server was started in the old one. */
export const NEXT_YEAR = String(YEAR_MAX + 1);

/** Tools that read an ECU; the form suggests them. */
export const READING_DEVICES = [
  'Alientech KESS3',
  'Alientech KESS V2',
  'Alientech K-TAG',
  'Autotuner',
  'bFlash',
  'BDM100',
  'BitBox',
  'Byteshooter',
  'CMD Flash',
  'Dimsport New Genius',
  'Dimsport New Trasdata',
  'EVC BDM/BSL',
  'Femto OBD',
  'FGTech Galletto',
  'Flex (MAGICMOTORSPORT)',
  'Foxflash',
  'I/O Terminal',
  'KT200',
  'MPPS',
  'PCMflash',
  'PowerGate',
  'Other',
] as const;

/** Makers of ECUs; ends with Other. */
export const ECU_MODELS = [
  'Aisin',
  'Bosch',
  'Caterpillar',
  'Continental',
  'Cummins',
  'Delco',
  'Delphi',
  'Denso',
  'Detroit Diesel',
  'Deutz',
  'Ford',
  'GM',
  'Getrag',
  'Hitachi',
  'Iveco',
  'Jatco',
  'JCB',
  'John Deere',
  'Kefico',
  'Keihin',
  'Kubota',
  'Lucas',
  'Magneti Marelli',
  'MAN',
  'Mercedes-Benz',
  'Mitsubishi',
  'Motorola',
  'Perkins',
  'Phoenix',
  'Sagem',
  'Scania',
  'Siemens',
  'TEMIC',
  'Transtron',
  'TRW',
  'Valeo',
  'Visteon',
  'Volvo',
  'Woodward',
  'ZF',
  'Other',
] as const;

const YEARS = Array.from({ length: YEAR_MAX - YEAR_MIN + 1 }, (_, index) => String(YEAR_MAX - index));

/** Options of the fields, in the order of the form's lists. */
export const FIELD_VALUES: Partial<Record<FileFieldName, readonly string[]>> = {
  vehicle: VEHICLES,
  brand: BRANDS,
  model: ECU_MODELS,
  petrol_type: PETROL_TYPES,
  generation: YEARS,
  gear: GEARS,
  reading_device: READING_DEVICES,
};
