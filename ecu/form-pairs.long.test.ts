// Real files went through more than one tool: every two of the forms in which a memory arrives are put together.
import { expect, test } from 'vitest';
import { analyse } from './analyse.ts';
import { formPairs, tryFormPairs } from './testing/form-pairs.ts';
import { samples } from './testing/samples.ts';

const switchable = samples.flatMap(({ name, build }) => {
  const image = build();
  const { family, listing } = analyse(image);
  const isSwitchable = listing?.outcome === 'found' && listing.notSwitchable === null && family?.dtcs?.switchOff;
  const code = isSwitchable ? listing.rows.find(({ state }) => state === 'on')?.code : undefined;
  return family === null || code === undefined ? [] : [{ name, familyId: family.id, image, family, code }];
});

test.each(switchable)(
  'in a $name that went through two forms, no copy of the memory keeps the code on',
  ({ image, family, code }) => {
    const outcomes = tryFormPairs(image, family, [code]) ?? [];
    expect(outcomes.filter(({ outcome }) => outcome !== 'every copy changed')).toEqual([]);
    expect(outcomes).toHaveLength(formPairs.length);
  },
  120_000,
);
