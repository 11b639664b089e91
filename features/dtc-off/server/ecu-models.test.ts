import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { families } from '../../../ecu/index.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import * as contract from '../coverage.calls.ts';
import { ECU_MODELS } from '../ecu-models.ts';
import { listCoverage, listModels, type Bench, type BenchRow } from './ecu-models.ts';

const row = (family: string, rest: Partial<BenchRow> = {}): BenchRow => ({
  family,
  files: 10,
  numbersWrong: 0,
  tables: 10,
  switchable: 9,
  roundTrips: 180,
  roundTripsRefused: 0,
  wrongWrites: 0,
  ...rest,
});
const everyFamily = families.map(({ id, maker, models, checksums }) => ({
  id,
  maker,
  models: [...models],
  correctsChecksums: checksums !== null,
}));

const bench = (...rows: BenchRow[]): Bench => ({ date: '2026-11-21', families: rows });

describe('what is listed as supported', { tags: ['X-DTC-17'] }, () => {
  const named = (...rows: BenchRow[]) =>
    new Set(listModels(bench(...rows), everyFamily).map(({ ecuValue }) => ecuValue));

  test('is a model of a family whose codes were switched off in real files, with the share of right results', () => {
    const models = listModels(bench(row('me7', { roundTrips: 190, roundTripsRefused: 10 })), everyFamily);
    expect(models).toContainEqual({
      man: 'AUDI',
      ecuman: 'BOSCH',
      model: 'ME7.5',
      ecuValue: 'BOSCH_ME7_5',
      passRate: 0.95,
    });
    expect(models.map(({ man }) => man)).toEqual(models.map(({ man }) => man).toSorted());
  });

  test.each([
    ['a byte was written wrong', { wrongWrites: 1 }],
    ['a number was read wrong', { numbersWrong: 1 }],
    ['nothing was switched off', { roundTrips: 0, switchable: 0 }],
    ['there was no file', { files: 0 }],
  ])('is removed from the list if %s', (_, failed) => {
    expect(named(row('me7'), row('edc16')).has('BOSCH_ME7_5')).toBe(true);
    const left = named(row('me7', failed), row('edc16'));
    expect([left.has('BOSCH_ME7_5'), left.has('BOSCH_EDC16C39')]).toEqual([false, true]);
  });

  test('excludes what the bench has not tried', () => {
    expect(named().size).toBe(0);
  });
});

test('the list has every family of the library that can switch codes off except medc17, and no others', () => {
  const listed = ECU_MODELS.map(({ family }) => family);
  const able = families.filter(({ dtcs }) => dtcs?.switchOff).map(({ id }) => id);
  expect(listed.filter((id) => !able.includes(id))).toEqual([]);
  // medc17 reads EDC17 and MED17 files that lack their names, and was not seen in any particular car.
  expect(able.filter((id) => !listed.includes(id))).toEqual(['medc17']);
});

describe('the page of supported ECUs', () => {
  test('shows what is done with each family and how it was measured; a family that failed is omitted', () => {
    const rows = [
      row('me7'),
      row('gm-p04', { switchable: 0, roundTrips: 0 }),
      row('edc1', { tables: 0, switchable: 0, roundTrips: 0 }),
      row('edc16', { wrongWrites: 1 }),
    ];
    const { measuredOn, families: shown } = listCoverage(bench(...rows), everyFamily);
    expect(measuredOn).toBe('2026-11-21');
    expect(Object.fromEntries(shown.map(({ family, does }) => [family, does]))).toEqual({
      me7: 'SWITCHES_OFF',
      'gm-p04': 'LISTS',
      edc1: 'IDENTIFIES',
    });
    expect(shown.find(({ family }) => family === 'me7')).toMatchObject({
      files: 10,
      switchable: 9,
      roundTrips: 180,
      roundTripsRight: 180,
      passRate: 1,
      correctsChecksums: true,
    });
    expect(shown.find(({ family }) => family === 'edc1')?.passRate).toBeNull();
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  test('customers get the list with figures, visitors the page', { tags: ['X-API-61', 'X-ENT-16'] }, async () => {
    const models = await app.call(contract.listEcuModels, {}, await buildCustomer(app.deps));
    expect(models.status).toBe(200);
    expect(models.body.length).toBeGreaterThan(40);
    for (const { passRate, ...entry } of models.body as (Record<string, unknown> & { passRate: number | null })[]) {
      expect(Object.keys(entry).toSorted()).toEqual(['ecuValue', 'ecuman', 'man', 'model']);
      expect(Object.values(entry).every((text) => typeof text === 'string' && text !== '')).toBe(true);
      expect(passRate).not.toBe(0);
    }
    const coverage = await app.call(contract.getCoverage, {});
    expect(coverage.body.families.length).toBeGreaterThan(20);
    expect(coverage.body.families.every((one: { files: number }) => one.files > 0)).toBe(true);
  });
});
