import { textSamples } from '../../testing/text-sample.ts';

export const edc3Sample = textSamples({
  sizeBytes: 0x40000,
  texts: [
    [0x10020, 'U\xAAAA0033000055AA55LHoidd'],
    [0x3b19c, '038906099FK 1,9l R4 EDC  SG  2169 0281010999 EA5AU100HEX038906099FK 0200 '],
  ],
});
