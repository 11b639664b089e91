import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

const separated = `EV_ECM16TDI03004L906056AB\xFF\xFF\xFF123456\xFF\xFF10011001`;
export const dcm62Texts: readonly [number, string][] = [
  [0x40100, `1MVAGAPP_ABC12\0\0${separated}04L906056AB${'\xFF'.repeat(8)}`],
];
export const dcm62PsaTexts: readonly [number, string][] = [
  [0x40100, '1MPSA_ABC12'],
  [0x50200, 'FOS_AB_C1_9801234580'],
];

export function dcm62Sample(options: TextOptions = {}): Uint8Array {
  return textSample({ sizeBytes: 0x400000, texts: dcm62Texts, ...options });
}
