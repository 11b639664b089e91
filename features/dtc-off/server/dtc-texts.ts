import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { CSV_START, createCsvLine } from '../../../contract/csv.ts';
import { type DtcText, TEXT_COLUMNS } from '../dtc-texts.rules.ts';
import { anyOf } from '../../../server/database/patterns.ts';

/** Rows per statement: PostgreSQL accepts 65 535 values, and each row has four. */
const BATCH = 10_000;

/** Stores all of them or none. */
export async function importTexts(
  db: Database,
  texts: readonly DtcText[],
): Promise<{ added: number; replaced: number }> {
  return db.transaction().execute(async (tx) => {
    let added = 0;
    for (let start = 0; start < texts.length; start += BATCH) {
      const stored = await insertTexts(tx, texts.slice(start, start + BATCH)).execute();
      added += stored.filter(({ is_new }) => is_new).length;
    }
    return { added, replaced: texts.length - added };
  });
}

/** Exports texts in the form that `readTextTable` reads. */
export async function exportTexts(db: Database): Promise<{ csv: string; count: number }> {
  const texts = await selectTexts(db).execute();
  // Commands read and write the same form, whatever the language.
  const line = createCsvLine('en');
  const lines = texts.map((text) => line([text.code, text.manufacturer, text.language, text.description]));
  return { csv: CSV_START + line(TEXT_COLUMNS) + lines.join(''), count: texts.length };
}

/** Removes the texts of one manufacturer, those for all manufacturers with '', or every text with null. */
export async function removeTexts(db: Database, manufacturer: string | null): Promise<number> {
  const { numDeletedRows } = await deleteTexts(db, manufacturer).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

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

const selectTexts = (db: Database) =>
  db.selectFrom('dtc_texts').select(COLUMNS).orderBy('manufacturer').orderBy('code').orderBy('language');

/** Inserts texts; each replaces an earlier one of the same code, manufacturer and language. */
const insertTexts = (db: Database, texts: readonly DtcText[]) =>
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
const deleteTexts = (db: Database, manufacturer: string | null) => {
  const all = db.deleteFrom('dtc_texts');
  return manufacturer === null ? all : all.where('manufacturer', '=', manufacturer);
};
