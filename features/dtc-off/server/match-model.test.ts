import { describe, expect, test } from 'vitest';
import { samples } from '../../../ecu/testing/samples.ts';
import { analyseFile } from '../../files/analysis/server/analyse-file.ts';
import { readAs } from '../../files/analysis/server/read-as.ts';
import { familiesOfModel, listEcuModels } from './ecu-models.ts';
import { matchModel } from './match-model.ts';

/** Written by hand: what the bytes of a sample name, as models of the list. All others are no match. */
const NAMED: Record<string, readonly string[]> = {
  edc15: [],
  edc16: ['AUDI EDC16U34', 'VOLKSWAGEN EDC16U34'],
  edc17: ['AUDI EDC17CP14', 'SEAT EDC17CP14', 'VOLKSWAGEN EDC17CP14'],
  med9: ['VOLKSWAGEN MED91'],
  med17: ['VOLKSWAGEN MED17.5.5'],
  me7: ['AUDI ME7.5'],
  'bmw-me7': ['BMW ME7.2'],
  'volvo-me7': ['VOLVO ME7.0.1'],
  'gm-p01': ['GM P01'],
  mss54: ['BMW MSS54HP'],
  msd80: ['BMW MSD80'],
  'denso-sh': [],
  sid803: [],
  ms4x: [],
};

describe.each(Object.entries(NAMED))('of all models of the list, a file of %s matches', (familyId, expected) => {
  const bytes = samples.find((sample) => sample.familyId === familyId)?.build() ?? new Uint8Array();
  const models = listEcuModels();
  const recognised = analyseFile({ bytes });
  const readings = new Map<string, ReturnType<typeof readAs>>();
  const compared = models.map((model) => {
    const familyIds = familiesOfModel(model.ecuValue);
    const read = readings.get(familyIds.join()) ?? readAs({ bytes, familyIds });
    readings.set(familyIds.join(), read);
    return {
      name: `${model.man} ${model.model}`,
      familyIds,
      ...matchModel({ model, ...read }, read.analysis, recognised),
    };
  });

  test('only those that its bytes name', () => {
    expect(models.length).toBeGreaterThan(60);
    expect(compared.filter(({ match }) => match === 'MODEL').map(({ name }) => name)).toEqual(expected);
  });

  test('none of another family, and those of its own are told apart by what the bytes name', () => {
    const ofFamily = compared.filter(({ familyIds }) => familyIds.includes(familyId));
    const notOther = compared.filter(({ match }) => match !== 'OTHER_FAMILY');
    expect(notOther.map(({ name }) => name)).toEqual(ofFamily.map(({ name }) => name));
  });
});

test('a dump of a Volkswagen EDC16U34 that is read as an Alfa Romeo EDC16C8 names another model', () => {
  const bytes = samples.find(({ familyId }) => familyId === 'edc16')?.build() ?? new Uint8Array();
  const model = { man: 'ALFA ROMEO', ecuValue: 'BOSCH_EDC16C8' };
  const read = readAs({ bytes, familyIds: familiesOfModel(model.ecuValue) });
  expect(read.points).toBeGreaterThanOrEqual(90);
  expect(matchModel({ model, fits: read.fits }, read.analysis, analyseFile({ bytes }))).toEqual({
    match: 'OTHER_MODEL',
    named: 'Volkswagen Group Bosch EDC16U34',
  });
});
