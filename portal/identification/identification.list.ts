/** The order in which facts are shown. */
export const FACT_NAMES = [
  'model',
  'vehicleManufacturer',
  'hardwareNumber',
  'softwareNumber',
  'partNumber',
  'softwareId',
  'softwareVersion',
  'dataset',
  'variant',
  'engine',
  'processor',
] as const;

/** Why nothing could be read in a file. */
export const FAILURES = ['ALTERED', 'FAILED', 'MISSING', 'TOO_MUCH_MEMORY', 'TOO_SLOW'] as const;

/** So many of the codes that are off are named; all are counted. */
export const MOST_NAMED_CODES = 200;
