import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export const dcm71Texts: readonly [number, string][] = [
  [0x40100, 'APSA'],
  [0x50200, 'FOS_9801234580_AB12_C3'],
];

export function dcm71Sample(options: TextOptions = {}): Uint8Array {
  return textSample({ sizeBytes: 0x600000, texts: dcm71Texts, ...options });
}
