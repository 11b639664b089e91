/**
 * What: Bosch EDC17, diesel engines, TriCore, little endian.
 * Seen in: Volkswagen group and BMW from 2007, Opel, PSA, Land Rover. Of EDC17C64 and C74 no dump was at hand.
 * Sizes: 2 MB, 4 MB in full, also with 128 KB of data flash; 256 KB to 512 KB when only the calibration was read.
 * Recognised by: a chain of MEDC17 blocks, and a variant string whose third field starts with EDC17.
 * Easily confused with: MED17, ME17 and MEVD17, which have the same blocks; only the variant string distinguishes them.
 * Sources: ConnorHowell/medc17-checksum-tool (MIT), v-arapidis/openremap-core (MIT); measured on real dumps.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import { medc17Family } from '../../platforms/medc17/family.ts';

export const edc17 = medc17Family({
  id: 'edc17',
  models: ['EDC17'],
  names: ['EDC17'],
  isMeasured: true,
  readSizes: [...CHIP_SIZES, 0x50000],
});
