import type { Database } from '../../../server/database/connect.ts';
import { CSV_START, createCsvLine } from '../../../contract/csv.ts';
import { TEXT_COLUMNS, type DtcText } from '../dtc-texts.rules.ts';
import { deleteTexts, insertTexts, selectTexts } from './dtc-texts.queries.ts';

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
