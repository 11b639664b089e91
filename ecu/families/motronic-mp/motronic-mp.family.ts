/**
 * What: Bosch Motronic MP, petrol engines with a pressure sensor.
 * Seen in: Peugeot, Citroën, Volkswagen group, about 1990 to 2002.
 * Sizes: 32 KB to 256 KB.
 * Recognised by: its own name, such as 46/1/MP7.2/…, anywhere in the file.
 * Easily confused with: the other Motronics, which write another name in the same way.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { motronicFamily } from '../../platforms/motronic/family.ts';

export const motronicMp = motronicFamily({
  id: 'motronic-mp',
  models: ['MP3.2', 'MP7.2', 'MP9'],
  named: /^MP\d\.\d/,
});
