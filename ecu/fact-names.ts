/** The facts a file may state, in the order in which they are shown. */
export const FACT_NAMES = [
  /** The exact control unit: EDC16C39, ME7.5, MSD80. */
  'model',
  'vehicleManufacturer',
  'hardwareNumber',
  /** Bosch 1037…, Siemens and others their own. */
  'softwareNumber',
  /** The number on the vehicle maker's box. */
  'partNumber',
  /** What the maker calls the program: P447HAXE, 9ZP2B40B, a calibration id. */
  'softwareId',
  'softwareVersion',
  'dataset',
  /** Bosch's complete variant string. */
  'variant',
  /** The engine as the file names it. */
  'engine',
  'processor',
] as const;

export type FactName = (typeof FACT_NAMES)[number];
