import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function iawSample(options: TextOptions = {}): Uint8Array {
  return textSample({ texts: [[0x3d5d, '032906099P  MARELLI 1AV        2136']], ...options });
}
