import { textSamples } from '../../testing/text-sample.ts';

export const ms40Sample = textSamples({ sizeBytes: 0x10000, texts: [[0xfd54, 'MS40099958614941703808E1']] });
