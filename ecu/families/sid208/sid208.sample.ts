import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export const sid208Texts: readonly [number, string][] = [
  [0x20200, `AB39-12B684-AA${'\0'.repeat(18)}CONTI_SID208_FRP_FRQ_01AB39-12A650-FE\0`],
  [0x276e58, `PAB39-12A650-AVZ${'\0'.repeat(8)}AB39-12K532-AVZ\0`],
];

export function sid208Sample(options: TextOptions = {}): Uint8Array {
  return textSample({ sizeBytes: 0x400000, texts: sid208Texts, ...options });
}
