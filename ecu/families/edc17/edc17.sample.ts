import type { Medc17Options } from '../../testing/medc17-sample.ts';
import { medc17Sample } from '../../testing/medc17-sample.ts';

export function edc17Sample(options: Medc17Options = {}): Uint8Array {
  return medc17Sample(options);
}
