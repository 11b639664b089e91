import type { Medc17Knobs } from '../../testing/medc17-sample.ts';
import { medc17Sample } from '../../testing/medc17-sample.ts';

export function medc17NamelessSample(knobs: Medc17Knobs = {}): Uint8Array {
  return medc17Sample({ variant: '', ...knobs });
}
