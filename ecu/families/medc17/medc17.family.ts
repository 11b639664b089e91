/**
 * What: a control unit of Bosch's MEDC17 platform whose name is not in the file, TriCore, little endian.
 * Seen in: reads that leave out the part with the variant string; the makers are those of EDC17 and MED17.
 * Sizes: as EDC17 and MED17.
 * Recognised by: a chain of MEDC17 blocks alone, which is why a family that also finds a name takes precedence.
 * Easily confused with: nothing else; which of the relatives it is remains open.
 * Sources: ConnorHowell/medc17-checksum-tool (MIT); no such read was at hand.
 */
import { medc17Family } from '../../platforms/medc17/family.ts';

export const medc17 = medc17Family({ id: 'medc17', models: ['EDC17', 'MED17', 'ME17'], names: [], isMeasured: true });
