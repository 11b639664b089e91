// Real files went through more than one tool, and lost bytes: every two of the forms in which a memory arrives are put
// together, and of each form bytes are lost.
import { expect, test } from 'vitest';
import { damagedForms, formPairs, tryForms } from './testing/form-pairs.ts';
import { switchableSamples } from './testing/switchable-samples.ts';

/** Padding and more behind it: nothing shows where such a memory ends, or the sums of what is cut out of it fit no scheme. */
const beforeMore = ['doubled', 'with a near copy', 'byte-swapped'].map((form) => `padded, then ${form}`);
const refusedPairs: Record<string, string[]> = {
  E78: ['padded, then with a tail'],
  'SID 803': ['doubled, then padded', 'with a near copy, then padded'],
  'EDC15 with V4.1 blocks': beforeMore,
  'EDC15 with compact fault paths': beforeMore,
};

test.each(switchableSamples)(
  'in a $name that went through two forms, no copy of the memory keeps the code on',
  ({ name, build, family, code }) => {
    const outcomes = tryForms(build(), family, { codes: [code], forms: formPairs, acceptWrongChecksums: true }) ?? [];
    expect(outcomes).toHaveLength(formPairs.length);
    const others = outcomes.filter(({ outcome }) => outcome !== 'right');
    const expected = (refusedPairs[name] ?? []).map((form) => ({ form, outcome: 'refused' }));
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
