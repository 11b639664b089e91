import { expect, test } from 'vitest';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { edc17Sample } from '../../../../ecu/families/edc17/edc17.sample.ts';
import { medc17Sample } from '../../../../ecu/testing/medc17-sample.ts';
import { analyseFile } from './analyse-file.ts';
import { summarise } from '../../../../ecu/summary.ts';
import { joinMemories } from '../../../../ecu/testing/joined-memories.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';

const codesOf = (sentences: readonly { code: string | null }[]) => sentences.map(({ code }) => code);

test('a file that ends within a block cannot be changed or repaired, and by how much it is short is stated with it', () => {
  const { obstacle, warnings, repair } = analyseFile({ bytes: edc17Sample().subarray(0, -1) });
  expect(obstacle?.code).toBe('ecu.blocks_beyond_end');
  expect(codesOf(warnings)).toEqual(['ecu.one_byte_short', 'ecu.checksums_cover']);
  expect(repair).toBeUndefined();
});

test('what the known checksums cover is stated before a file is made, and in its proof', async () => {
  const bytes = edc16Sample();
  expect(codesOf(analyseFile({ bytes }).warnings)).toContain('ecu.checksums_cover');
  const made = await switchOffWithEvidence({ bytes, codes: ['P0616'] });
  expect(made).toMatchObject({
    outcome: 'done',
    warnings: expect.arrayContaining(['The known checksums cover 100 % of the file.']),
  });
});

test('for a file with a wrong checksum, the read is described for the corrected file as well', () => {
  const { repair } = analyseFile({ bytes: edc16Sample({ brokenSum: 1 }) });
  expect(repair?.checksums).toEqual(['Block sum 0x40000']);
  expect(codesOf(repair?.warnings ?? [])).toContain('ecu.checksums_cover');
});

test('where the table would not be found again with every code off, the upload says that not all can be off at once', () => {
  const proved = analyseFile({ bytes: medc17Sample() });
  expect([proved.obstacle, codesOf(proved.warnings)]).toEqual([null, expect.not.arrayContaining([fewer])]);
  const { obstacle, warnings } = analyseFile({
    bytes: medc17Sample({ tables: { shape: 'alone', variants: 2, emptyEntries: 20 } }),
  });
  expect([obstacle, codesOf(warnings)]).toEqual([null, expect.arrayContaining([fewer])]);
});

const fewer = 'ecu.choose_fewer_codes';

test('a sum that is wrong in one copy of the memory only is named at the upload as it is named where codes are switched', () => {
  const file = joinMemories(edc16Sample(), edc16Sample({ brokenSum: 1 }), 'behind');
  const name = 'Block sum 0x40000 in the copy at 0x80000';
  const wrong = summarise(file).checksums?.filter(({ state }) => state === 'wrong') ?? [];
  expect(wrong.map((one) => one.name)).toEqual([name]);
  const { obstacle, repair } = analyseFile({ bytes: file });
  expect(obstacle?.values).toEqual({ names: name });
  expect(repair?.checksums).toEqual([name]);
});
