import { beforeEach, expect, test } from 'vitest';
import { createVersions, type Reading } from './versions.ts';

let versions: ReturnType<typeof createVersions>;
const begin = (...sources: string[]) => versions.begin(sources) as Reading;

beforeEach(() => {
  versions = createVersions();
  versions.start();
});

test('a reading is current until one of its sources changes', () => {
  const [file, account] = [begin('file:7', 'names'), begin('user:7')];
  expect([versions.isCurrent(file), versions.isCurrent(account)]).toEqual([true, true]);
  versions.change('file:8');
  expect([versions.isCurrent(file), versions.isCurrent(account)]).toEqual([true, true]);
  versions.change('names');
  expect([versions.isCurrent(file), versions.isCurrent(account)]).toEqual([false, true]);
  versions.change('file:7');
  expect(versions.isCurrent(file)).toBe(false);
  expect(versions.isCurrent(begin('file:7', 'names'))).toBe(true);
});

test('a row is outdated if it changes after its version was read', () => {
  const reading = begin('file:7');
  versions.change('file:7');
  const later = begin('file:7');
  expect([versions.isCurrent(reading), versions.isCurrent(later)]).toEqual([false, true]);
});

test('a change counts even if another source changed in between', () => {
  versions.change('file:8');
  versions.change('file:7');
  const reading = begin('file:7', 'file:8');
  versions.change('file:8');
  expect(versions.isCurrent(reading)).toBe(false);
});

test('without a connection no reading begins and none is current', () => {
  const reading = begin('file:7');
  versions.stop();
  expect([versions.begin(['file:7']), versions.isCurrent(reading), versions.isReceiving()]).toEqual([
    null,
    false,
    false,
  ]);
});

test('after a reconnect everything counts as changed', () => {
  versions.change('file:8');
  const [changed, never] = [begin('file:8'), begin('file:7')];
  versions.stop();
  versions.start();
  expect([changed, never].map((reading) => versions.isCurrent(reading))).toEqual([false, false]);
  expect(versions.isCurrent(begin('file:7'))).toBe(true);
});

test('after everything counted as changed, a first change of a source is still detected', () => {
  versions.forgetAll();
  const reading = begin('file:7');
  versions.change('file:7');
  expect(versions.isCurrent(reading)).toBe(false);
});

test('changes of more sources than are remembered make everything count as changed', () => {
  const reading = begin('file:7');
  for (let id = 1000; id <= 101_000; id += 1) versions.change(`file:${id}`);
  expect(versions.isCurrent(reading)).toBe(false);
});
