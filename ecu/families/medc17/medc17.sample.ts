import type { Medc17Options } from '../../testing/medc17-sample.ts';
import { medc17Sample } from '../../testing/medc17-sample.ts';

export function medc17NamelessSample(options: Medc17Options = {}): Uint8Array {
  return medc17Sample({ variant: '', ...options });
}
