import { c167Samples } from '../../testing/c167-sample.ts';

export const sid801Sample = c167Samples({
  sizeBytes: 0x80000,
  texts: [
    [0x3f80, '5WS40099B-T 234089999   03020023120054S220040001C0'],
    [0x3fda, 'S118436003A00A111PM320111PM320111PM320'],
    [0x70000, `sdd6ad80PM363000${'111PM32063000000'.repeat(3)}63S118439999B0`],
    [0x70340, 'CAPM3630.DAT'],
  ],
});
