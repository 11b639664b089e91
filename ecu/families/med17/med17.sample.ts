import type { Medc17Options } from '../../testing/medc17-sample.ts';
import { medc17Sample } from '../../testing/medc17-sample.ts';

export function med17Sample(options: Medc17Options = {}): Uint8Array {
  const variant = '46/1/MED17/3/D17553xN//D175537N_M14LE1/Dst00//';
  const plate = 'P0101 0261S04859 1037500001 03C906099S  03C906099S   4985 MED17.5.5            CAXC A20p43E ';
  return medc17Sample({ isPetrol: true, codes: 'between', variant, plate, dataset: '\xAF'.repeat(8), ...options });
}
