import type { MotronicKnobs } from '../../testing/motronic-sample.ts';
import { motronicSample } from '../../testing/motronic-sample.ts';

export function motronicM5Sample(knobs: MotronicKnobs = {}): Uint8Array {
  return motronicSample({
    sizeBytes: 0x20000,
    name: '46/1/M5.4/05/121/DAMOS15/1507/150718-S/231293/',
    nameAt: 0xdf3d,
    numbers: '4D0907999B  4,2L V8/4V  MOTR AT D0302612039991267359999',
    numbersAt: 0xdf06,
    ...knobs,
  });
}
