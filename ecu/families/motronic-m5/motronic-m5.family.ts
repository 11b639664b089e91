/**
 * What: Bosch Motronic M5, petrol engines.
 * Seen in: Volkswagen group, BMW, about 1993 to 2000.
 * Sizes: 128 KB, 256 KB, 512 KB.
 * Recognised by: its own name, such as 55/1/M5.92/…, anywhere in the file.
 * Easily confused with: M3.8, which has the same block of numbers with another name.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { motronicFamily } from '../../platforms/motronic/family.ts';

export const motronicM5 = motronicFamily({
  id: 'motronic-m5',
  models: ['M5.2', 'M5.4', 'M5.9', 'M5.92'],
  named: /^M5\.\d/,
});
