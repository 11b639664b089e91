/**
 * What: Bosch Motronic M4, petrol engines of Volvo, 8051 and its successors.
 * Seen in: Volvo 850, 960, S70, V70, S80, 1994 to 2002.
 * Sizes: 64 KB, 128 KB.
 * Recognised by: its own name, such as 44/1/M4.3/…, anywhere in the file.
 * Easily confused with: the other Motronics, which write another name in the same way.
 * Sources: v-arapidis/openremap-core (MIT), facts only; no dump of one was at hand.
 */
import { motronicFamily } from '../../platforms/motronic/family.ts';

export const motronicM4 = motronicFamily({
  id: 'motronic-m4',
  models: ['M4.3', 'M4.4'],
  named: /^M4\.\d/,
});
