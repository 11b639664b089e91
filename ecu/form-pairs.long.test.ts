// Real files went through more than one tool, and lost bytes: every two of the forms in which a memory arrives are put
// together, and of each form bytes are lost.
import { expect, test } from 'vitest';
import { damagedForms, formPairs, tryForms } from './testing/form-pairs.ts';
import { switchableSamples } from './testing/switchable-samples.ts';

/** Sizes that no chip has: with padding and more behind them, nothing shows where such a memory ends. */
const refusedPairs: Record<string, string[]> = {
  'gm-e78': ['padded, then with a tail'],
  sid803: ['doubled, then padded', 'with a near copy, then padded'],
};

test.each(switchableSamples)(
  'in a $name that went through two forms, no copy of the memory keeps the code on',
  ({ build, familyId, family, code }) => {
    const outcomes = tryForms(build(), family, { codes: [code], forms: formPairs, acceptWrongChecksums: true }) ?? [];
    expect(outcomes).toHaveLength(formPairs.length);
    const others = outcomes.filter(({ outcome }) => outcome !== 'right');
    const expected = (refusedPairs[familyId] ?? []).map((form) => ({ form, outcome: 'refused' }));
    expect(others.map(({ form, outcome }) => ({ form, outcome }))).toEqual(expected);
  },
  120_000,
);

test.each(switchableSamples)(
  'a $name that lost bytes in any form is changed in every copy, or refused with the reason',
  ({ build, family, code }) => {
    const outcomes =
      tryForms(build(), family, { codes: [code], forms: damagedForms, acceptWrongChecksums: false }) ?? [];
    expect(outcomes).toHaveLength(damagedForms.length);
    expect(outcomes.filter(({ outcome }) => outcome === 'wrong')).toEqual([]);
    expect(outcomes.filter(({ outcome, reason }) => outcome === 'refused' && reason === '')).toEqual([]);
  },
  120_000,
);
