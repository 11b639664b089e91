/**
 * What: Bosch Motronic ME before ME7, petrol engines with an electric throttle.
 * Seen in: Opel, Mercedes-Benz, Porsche, about 1996 to 2006.
 * Sizes: 256 KB, 512 KB.
 * Recognised by: its own name, such as 41/1/ME1.5.5/…, anywhere in the file.
 * Easily confused with: ME7 and ME9, whose names begin the same way and continue with 7 or 9.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { motronicFamily } from '../../platforms/motronic/family.ts';

export const motronicMe = motronicFamily({
  id: 'motronic-me',
  models: ['ME1.5.5', 'ME2.0', 'ME2.1', 'ME2.8', 'ME3.1'],
  named: /^ME[1-3]\.\d/,
});
