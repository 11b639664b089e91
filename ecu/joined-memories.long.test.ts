// Program and data memory in one file, for every family whose codes can be switched off and every side.
import { expect, test } from 'vitest';
import { describeParts, readSwitchable, switchOffJoined } from './testing/joined-memories.ts';
import { switchableSamples } from './testing/switchable-samples.ts';

/** Where several ways to divide a file are as good, it stays whole, and its codes can be switched off all the same. */
const notNamed: Record<string, string[]> = {
  // The beginning and the end of these samples are in no block, so nothing shows which of them is the data memory.
  edc17: ['behind 4096', 'behind 8192', 'behind 65536'],
  med17: ['behind 4096', 'behind 8192', 'behind 65536'],
  medc17: ['behind 4096', 'behind 8192', 'behind 65536'],
  // Tools read 512 KB and 516 KB.
  edc16: ['behind 4096', 'in front 4096', 'behind 8192', 'in front 8192'],
  // Tools read 448 KB, 452 KB and 512 KB.
  sid803: ['behind 4096', 'behind 65536'],
  // Two memories of one size are as long as the next chip.
  'bmw-me7': ['behind 65536', 'in front 65536'],
  mss54: ['behind 65536', 'in front 65536'],
};

/** 128 KB of which half is an MSS54 are not recognised. */
const refused: Record<string, string[]> = { mss54: ['behind 65536', 'in front 65536'] };

const cases = switchableSamples.flatMap(({ name, familyId, build }) =>
  ([0x1000, 0x2000, 0x10000] as const).flatMap((size) =>
    (['behind', 'in front'] as const).map((side) => ({ name, familyId, build, size, side })),
  ),
);

test.each(cases)(
  '$name with a data memory of $size bytes $side is divided, or read as a whole, and the data memory stays as it was',
  ({ familyId, build, size, side }) => {
    const sample = readSwitchable(build());
    const isIn = (list: typeof notNamed) => list[familyId]?.includes(`${side} ${size}`) === true;
    expect(switchOffJoined(sample, size, side)).toEqual({
      parts: isIn(notNamed) ? null : describeParts(sample, size, side),
      isAsExpected: !isIn(refused),
    });
  },
  60_000,
);
