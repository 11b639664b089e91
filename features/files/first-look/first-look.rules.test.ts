import { expect, test } from 'vitest';
import { edc16Sample } from '../../../ecu/families/edc16/edc16.sample.ts';
import { sentence } from '../../../ecu/sentence.ts';
import { summarise } from '../../../ecu/summary.ts';
import { switchOffInFile } from '../../../ecu/switch-off-file.ts';
import { joinMemories } from '../../../ecu/testing/joined-memories.ts';
import { analyseFile } from '../analysis/server/analyse-file.ts';
import { judgeCodeWork } from './first-look.rules.ts';

const READ = summarise(edc16Sample());

test('every code that is not off can be switched off, also one of which a part is off', () => {
  const { dtcs } = READ;
  if (dtcs?.outcome !== 'found') throw new Error('the sample has no codes');
  const rows = (['off', 'on', 'partial'] as const).map((state) => ({ ...dtcs.rows[0], state })) as typeof dtcs.rows;
  expect(judgeCodeWork({ dtcs: { ...dtcs, rows } })).toEqual({ switchable: 2, reason: null });
});

test('as many codes can be switched off as DTC OFF lists for the same file', () => {
  const off = switchOffInFile(edc16Sample(), ['P0616']);
  if (off.outcome === 'refused') throw new Error(off.reason.message);
  const bytes = joinMemories(off.file, edc16Sample(), 'behind');
  const { rows } = analyseFile({ bytes });
  expect(judgeCodeWork(summarise(bytes)).switchable).toBe(rows.filter(({ status }) => status === 'ON').length);
});

test('a table that cannot be changed offers nothing, and says why', () => {
  const { dtcs } = READ;
  if (dtcs?.outcome !== 'found') throw new Error('the sample has no codes');
  const reason = sentence('all_chosen_off');
  expect(judgeCodeWork({ dtcs: { ...dtcs, notSwitchable: reason } })).toEqual({ switchable: 0, reason });
  expect(judgeCodeWork({ dtcs: { outcome: 'not found', reason } })).toEqual({ switchable: 0, reason });
  expect(judgeCodeWork({ dtcs: null })).toEqual({ switchable: 0, reason: null });
});
