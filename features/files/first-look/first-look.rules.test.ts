import { expect, test } from 'vitest';
import { edc16Sample } from '../../../ecu/families/edc16/edc16.sample.ts';
import { sentence } from '../../../ecu/sentence.ts';
import { summarise } from '../../../ecu/summary.ts';
import { judgeCodeWork } from './first-look.rules.ts';

const READ = summarise(edc16Sample());

test('only codes that are on can be switched off', () => {
  const { dtcs } = READ;
  if (dtcs?.outcome !== 'found') throw new Error('the sample has no codes');
  const [first] = dtcs.rows;
  const [off, on] = [
    { ...first, state: 'off' },
    { ...first, state: 'on' },
  ] as typeof dtcs.rows;
  expect(judgeCodeWork({ dtcs: { ...dtcs, rows: [off, on, on] as typeof dtcs.rows } })).toEqual({
    switchable: 2,
    reason: null,
  });
});

test('a table that cannot be changed offers nothing, and says why', () => {
  const { dtcs } = READ;
  if (dtcs?.outcome !== 'found') throw new Error('the sample has no codes');
  const reason = sentence('all_chosen_off');
  expect(judgeCodeWork({ dtcs: { ...dtcs, notSwitchable: reason } })).toEqual({ switchable: 0, reason });
  expect(judgeCodeWork({ dtcs: { outcome: 'not found', reason } })).toEqual({ switchable: 0, reason });
  expect(judgeCodeWork({ dtcs: null })).toEqual({ switchable: 0, reason: null });
});
