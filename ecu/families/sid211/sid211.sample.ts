import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export const sid211Texts: readonly [number, string][] = [
  [0x20200, `GK21-12B684-AA${'\0'.repeat(18)}CONTI_SID209_FRK_FRL01\0\0GK21-12A650-AB\0`],
  [0x276e58, 'GK21-14C204-AAB'],
];

export function sid211Sample(options: TextOptions = {}): Uint8Array {
  return textSample({ sizeBytes: 0x400000, texts: sid211Texts, ...options });
}
