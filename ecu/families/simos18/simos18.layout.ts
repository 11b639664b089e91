/** Where a data set has its identification. Source: bri3d/VW_Flash (BSD-2), lib/ and docs/. */
export const layout = {
  softwareField: 0x23,
  softwareLength: 8,
  partNumberField: 0x60,
  partNumberLength: 11,
} as const;

/** The model by the first three characters of the software's name, in the project's spelling. */
export const modelOfProject: Record<string, string> = {
  S85: 'Simos 8',
  SA3: 'Simos 10',
  SC1: 'Simos 12',
  SC2: 'Simos 12.2',
  SG1: 'Simos 16',
  SC8: 'Simos 18',
  SCB: 'Simos 18.4',
  SCG: 'Simos 18.10',
};
