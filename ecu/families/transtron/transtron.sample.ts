import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export const transtronTexts: readonly [number, string][] = [
  [0x22c63, 'Copyright Transtron inc. 2009- '],
  [0x309df, `4JK1${' '.repeat(16)}z99999658   \0\0\0ECM\0-Engine Control`],
];

export function transtronSample(options: TextOptions = {}): Uint8Array {
  return textSample({ sizeBytes: 0x40000, texts: transtronTexts, ...options });
}
