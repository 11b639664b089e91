/**
 * What: Bosch MD1 and MG1, diesel and petrol engines, TriCore AURIX, little endian.
 * Seen in: Volkswagen group, BMW, Peugeot, Citroën, Mercedes-Benz and others from 2014. No dump was at hand.
 * Sizes: 4 MB to 16 MB.
 * Recognised by: a variant string whose third field starts with MDG1, MG1 or MD1.
 * Easily confused with: EDC17 and MED17, their predecessors, whose block headers are alike.
 * Sources: v-arapidis/openremap-core (MIT), spaklius/BinaryHunter and public definitions (facts only); not measured.
 */
import { medc17Family } from '../../platforms/medc17/family.ts';

const names = ['MDG1', 'MG1', 'MD1'];

export const mdg1 = medc17Family({ id: 'mdg1', models: ['MD1', 'MG1'], names, isMeasured: false });
