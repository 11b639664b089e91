// Real files went through more than one tool: every two of the forms in which a memory arrives are put together.
import { expect, test } from 'vitest';
import { formPairs, tryFormPairs } from './testing/form-pairs.ts';
import { switchableSamples } from './testing/switchable-samples.ts';

/** Sizes that no chip has: with padding and more behind them, nothing shows where such a memory ends. */
const refusedPairs: Record<string, string[]> = {
  'gm-e78': ['padded, then with a tail'],
  sid803: ['doubled, then padded', 'with a near copy, then padded'],
};

test.each(switchableSamples)(
  'in a $name that went through two forms, no copy of the memory keeps the code on',
  ({ build, familyId, family, code }) => {
    const outcomes = tryFormPairs(build(), family, [code]) ?? [];
    expect(outcomes).toHaveLength(formPairs.length);
    const others = outcomes.filter(({ outcome }) => outcome !== 'every copy changed');
    const expected = (refusedPairs[familyId] ?? []).map((pair) => ({ pair, outcome: 'refused' }));
    expect(others.map(({ pair, outcome }) => ({ pair, outcome }))).toEqual(expected);
  },
  120_000,
);
