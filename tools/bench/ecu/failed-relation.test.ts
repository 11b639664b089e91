import { expect, test } from 'vitest';
import { analyse } from '../../../ecu/analyse.ts';
import { edc16Sample } from '../../../ecu/families/edc16/edc16.sample.ts';
import { sid208Sample, sid208Texts } from '../../../ecu/families/sid208/sid208.sample.ts';
import { simosSample } from '../../../ecu/families/simos/simos.sample.ts';
import { sentence } from '../../../ecu/sentence.ts';
import { countRelations, findFailedRelation } from './failed-relation.ts';

test('a dump whose codes can be switched off has no failed relation', () => {
  const analysis = analyse(edc16Sample());
  expect(analysis.family?.id).toBe('edc16');
  expect(findFailedRelation(analysis)).toBeNull();
});

test('a dump without its table is reported with what the family did not find, even if codes were found elsewhere', () => {
  const analysis = analyse(edc16Sample());
  const ownListing = { outcome: 'not found', reason: sentence('no_known_table') } as const;
  expect(findFailedRelation({ ...analysis, ownListing })).toEqual({
    step: 'table',
    relation: sentence('no_known_table').message,
  });
});

test('a family without a table and a file of no family are reported as such', () => {
  expect(findFailedRelation(analyse(simosSample()))).toEqual({ step: 'table', relation: 'no table of simos is known' });
  const text = new TextEncoder().encode('just a text\n'.repeat(5000));
  expect(findFailedRelation(analyse(text))).toEqual({ step: 'recognition', relation: 'taken for: text' });
});

test('a dump that a family nearly recognises is reported with its evidence', () => {
  const nearestIn = (bytes: Uint8Array) => {
    const analysis = analyse(bytes);
    const inspection = { ...analysis.inspection, fileType: 'OK' as const };
    expect(analysis.family).toBeNull();
    return findFailedRelation({ ...analysis, inspection })?.relation;
  };
  const half = sid208Sample({ texts: sid208Texts.slice(1) });
  expect(nearestIn(half)).toBe('sid208 has 30 of 50 points (two numbers of Ford, one 24 bytes behind the other)');
  expect(nearestIn(sid208Sample({ texts: [] }))).toBe('no mark of any family');
});

test('relations are counted, the most frequent first', () => {
  const [table, recognition] = [
    { step: 'table', relation: 'a' },
    { step: 'recognition', relation: 'b' },
  ] as const;
  expect(countRelations([recognition, table, table])).toEqual(['   2  table: a', '   1  recognition: b']);
});
