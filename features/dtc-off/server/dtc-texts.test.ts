import { beforeEach, describe, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import type { DtcRow } from '../dtc-session.ts';
import * as contract from '../dtc-off.calls.ts';
import { readTextTable, type DtcText } from '../dtc-texts.rules.ts';
import { exportTexts, importTexts, removeTexts } from './describe-rows.ts';
import { buildAiSession } from './dtc-off.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

const text = (code: string, description: string, rest: Partial<DtcText> = {}): DtcText => ({
  code,
  manufacturer: '',
  language: 'en',
  description,
  ...rest,
});

describe('descriptions of a file’s codes', () => {
  let findRow: (code: string, language?: string) => Promise<DtcRow | undefined>;

  beforeEach(async () => {
    await removeTexts(app.ownerDb, null);
    const customer = await buildCustomer(app.deps);
    const { file_name, ecu_id } = await buildAiSession(app, { user_id: customer.id });
    findRow = async (code, language) => {
      const { body } = await app.call(contract.getDtcs, { file_name, ecu_id, language }, customer);
      return (body.dtcTable as DtcRow[]).find(({ dtc }) => dtc === code);
    };
  });

  test('are in the language of the call, or in English if it is unknown', async () => {
    expect(await findRow('P0100', 'de')).toMatchObject({
      info: 'Luftmassenmesser A: Fehler im Stromkreis',
      info_source: 'standard',
    });
    expect((await findRow('P0100', 'xx'))?.info).toBe('Mass air flow sensor A: circuit fault');
  });

  test('are the operator’s if one exists in the reader’s language, preferably for the car’s maker', async () => {
    const car = { manufacturer: 'volkswagen group' };
    await importTexts(app.ownerDb, [
      text('P0100', 'Any car'),
      text('P0100', 'This car', car),
      text('P0100', 'Skoda', { manufacturer: 'skoda' }),
    ]);
    expect(await findRow('P0100')).toMatchObject({ info: 'This car', info_source: 'operator' });
    // Our text is in the reader's language; the operator's is not.
    expect((await findRow('P0100', 'fr'))?.info_source).toBe('standard');
    await importTexts(app.ownerDb, [text('P0100', 'Toute voiture', { language: 'fr' })]);
    expect(await findRow('P0100', 'fr')).toMatchObject({ info: 'Toute voiture', info_source: 'operator' });
  });
});

describe('custom texts', () => {
  beforeEach(() => removeTexts(app.ownerDb, null));

  test('are replaced by the next import, exported as imported, and removed by maker or all together', async () => {
    const first = [text('P1557', '=Boost "high"'), text('P1557', 'Ladedruck', { language: 'de', manufacturer: 'bmw' })];
    expect(await importTexts(app.ownerDb, first)).toEqual({ added: 2, replaced: 0 });
    expect(await importTexts(app.ownerDb, [text('P1557', 'Boost'), text('P1558', 'Other')])).toEqual({
      added: 1,
      replaced: 1,
    });
    const { csv, count } = await exportTexts(app.db);
    expect(count).toBe(3);
    expect(readTextTable(csv)).toEqual({
      texts: [text('P1557', 'Boost'), text('P1558', 'Other'), first[1]],
      errors: [],
    });
    expect(await removeTexts(app.ownerDb, 'bmw')).toBe(1);
    expect(await removeTexts(app.ownerDb, null)).toBe(2);
  });

  test('are not stored at all if part of their table cannot be stored', async () => {
    await expect(importTexts(app.ownerDb, [text('P1557', 'Boost'), text('p1', 'Lower case')])).rejects.toThrow(
      'dtc_texts',
    );
    expect((await exportTexts(app.db)).count).toBe(0);
  });
});
