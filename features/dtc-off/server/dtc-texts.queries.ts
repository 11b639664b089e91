import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { anyOf } from '../../../server/database/patterns.ts';
import type { DtcText } from '../dtc-texts.rules.ts';

const COLUMNS = ['code', 'manufacturer', 'language', 'description'] as const;

interface TextQuery {
  codes: readonly string[];
  makers: readonly string[];
  languages: readonly string[];
}

export const selectTextsFor = (db: Database, { codes, makers, languages }: TextQuery) =>
  db
    .selectFrom('dtc_texts')
    .select(COLUMNS)
    .where('code', '=', anyOf(codes))
    .where('manufacturer', '=', anyOf(makers))
    .where('language', '=', anyOf(languages));

export const selectTexts = (db: Database) =>
  db.selectFrom('dtc_texts').select(COLUMNS).orderBy('manufacturer').orderBy('code').orderBy('language');

/** Inserts texts; each replaces an earlier one of the same code, manufacturer and language. */
export const insertTexts = (db: Database, texts: readonly DtcText[]) =>
  db
    .insertInto('dtc_texts')
    .values(texts)
    .onConflict((conflict) =>
      conflict
        .columns(['code', 'manufacturer', 'language'])
        .doUpdateSet((values) => ({ description: values.ref('excluded.description') })),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'));

/** Deletes the texts of one manufacturer, or all texts for null. */
export const deleteTexts = (db: Database, manufacturer: string | null) => {
  const all = db.deleteFrom('dtc_texts');
  return manufacturer === null ? all : all.where('manufacturer', '=', manufacturer);
};
