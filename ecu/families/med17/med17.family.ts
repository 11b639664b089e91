/**
 * What: Bosch MED17, ME17 and MEVD17, petrol engines, TriCore, little endian.
 * Seen in: Volkswagen group and BMW from 2007, PSA, Hyundai and others.
 * Sizes: 1.5 MB to 4 MB in full; 256 KB to 512 KB when only the calibration was read.
 * Recognised by: a chain of MEDC17 blocks, and a variant string or a text that names MED17, ME17 or MEVD17.
 * Easily confused with: EDC17, which has the same blocks; only the names distinguish them.
 * Sources: ConnorHowell/medc17-checksum-tool (MIT), v-arapidis/openremap-core (MIT); measured on real dumps.
 */
import { medc17Family } from '../../platforms/medc17/family.ts';

const models = ['MED17', 'ME17', 'MEVD17', 'MEV17'];

export const med17 = medc17Family({ id: 'med17', models, names: models, isMeasured: true });
