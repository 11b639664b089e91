// Real files went through more than one tool: every two of the forms in which a memory arrives are put together.
import { expect, test } from 'vitest';
import { analyse } from './analyse.ts';
import { formPairs, tryFormPairs } from './testing/form-pairs.ts';
import { samples } from './testing/samples.ts';

const switchable = samples.flatMap(({ name, build }) => {
  const image = build();
  const { family, listing, inspection } = analyse(image);
  const isSwitchable = listing?.outcome === 'found' && listing.notSwitchable === null && family?.dtcs?.switchOff;
  const code = isSwitchable ? listing.rows.find(({ state }) => state === 'on')?.code : undefined;
  // A sample that holds its memory twice is a pair of forms already.
  const isOnce = inspection.form.name === 'as it is';
  return family === null || code === undefined || !isOnce ? [] : [{ name, familyId: family.id, image, family, code }];
});

/** Sizes that no chip has: with padding and more behind them, nothing shows where such a memory ends. */
const refusedPairs: Record<string, string[]> = {
  'gm-e78': ['padded, then with a tail'],
  sid803: ['doubled, then padded', 'with a near copy, then padded'],
};

test.each(switchable)(
  'in a $name that went through two forms, no copy of the memory keeps the code on',
  ({ image, familyId, family, code }) => {
    const outcomes = tryFormPairs(image, family, [code]) ?? [];
    expect(outcomes).toHaveLength(formPairs.length);
    const others = outcomes.filter(({ outcome }) => outcome !== 'every copy changed');
    const expected = (refusedPairs[familyId] ?? []).map((pair) => ({ pair, outcome: 'refused' }));
    expect(others.map(({ pair, outcome }) => ({ pair, outcome }))).toEqual(expected);
  },
  120_000,
);
