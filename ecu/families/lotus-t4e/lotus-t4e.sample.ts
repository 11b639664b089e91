import { textSamples } from '../../testing/text-sample.ts';

const erased = '\u00ff'.repeat(12);

export const lotusProgramSample = textSamples({
  sizeBytes: 0x60000,
  texts: [[0x551ed, 'T4E099 01/11/2005 Lotus EngV0099']],
});

export const lotusBootSample = textSamples({
  sizeBytes: 0x10000,
  texts: [[0xffd4, `${erased}A199E0029F K0401${erased}`]],
});
