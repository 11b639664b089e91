/** Numbers of the Simos units that check themselves with a CRC. Source: bri3d/VW_Flash (BSD-2), lib/ and docs/. */
export const layout = {
  /** Every block begins at a multiple of this, in the file and in the memory. */
  blockStep: 0x4000,
  /** Where the header of a block stands: most blocks, the second and third part of the program, a boot loader's copy. */
  headerFields: [0x300, 0x0, 0x340],
  crcField: 0x04,
  areaCountField: 0x08,
  areasField: 0x0C,
  areaLength: 8,
  /** Two were seen; the field is one byte. */
  areasAtMost: 8,
  /** The longest block is 0x19FA00 bytes. */
  blockLengthAtMost: 0x1C0000,
  /** A word or two are checked by chance too easily. */
  coveredAtLeast: 0x1000,
  softwareField: 0x23,
  softwareLength: 8,
  partNumberField: 0x60,
  partNumberLength: 11,
} as const;

/** The first three characters of the software's name, in the project's spelling. */
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
