/**
 * What: Bosch MD1 and MG1, diesel and petrol engines, TriCore AURIX, little endian.
 * Seen in: Volkswagen group, BMW and most others from 2014.
 * Sizes: 4 MB to 16 MB; no dump was at hand.
 * Recognised by: a variant string whose third field starts with MDG1, MG1 or MD1.
 * Easily confused with: EDC17 and MED17, their predecessors, whose block headers are alike.
 * Sources: v-arapidis/openremap-core (MIT), public definitions of the names; not measured.
 */
import { medc17Family } from '../../platforms/medc17/family.ts';

const names = ['MDG1', 'MG1', 'MD1'];

export const mdg1 = medc17Family({ id: 'mdg1', models: ['MD1', 'MG1'], names, isMeasured: false });
