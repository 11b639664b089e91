import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { DtcRow } from '../dtc-session.ts';
import { type DtcText, TEXT_COLUMNS, plainMaker } from '../dtc-texts.rules.ts';
import { type LockedRow, lockRows } from './locked-rows.ts';
import { chargeRun } from '../../../server/database/callers.ts';
import { rowOf } from '../../files/analysis/server/code-row.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { findCountriesInForce } from '../../accounts/server/country-changes.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import type * as contract from '../describe-dtcs.calls.ts';
import { CSV_START, createCsvLine } from '../../../contract/csv.ts';
import { anyOf } from '../../../server/database/patterns.ts';

/** The properties of a file on which the meaning of its codes depends. */
interface DescribedFile {
  family: { id: string } | null;
  facts: { vehicleManufacturer?: { value: string } };
}

type Described = Pick<DtcRow, 'info' | 'info_source'>;

/**
 * Adds the meaning of each code in the reader's language: the operator's text first, then ours. It is looked up each
 * time and never stored, so that an import or a corrected table affects every session.
 */
export async function describeRows(
  db: Database,
  { family, facts }: DescribedFile,
  rows: readonly LockedRow[],
  language = 'en',
): Promise<DtcRow[]> {
  const vehicleManufacturer = facts.vehicleManufacturer?.value;
  const { loadDescriptions } = await import('../../../ecu/dtc/descriptions.ts');
  const { findPhraseLanguage } = await import('../../../ecu/dtc/phrases/phrase.ts');
  const describe = await loadDescriptions();
  const ownTexts = await findOwnTexts(db, rows, vehicleManufacturer, language);
  return mapInTurns(rows, (row) => ({ ...row, ...describeRow(row) }));

  function describeRow({ dtc, shared_with }: LockedRow): Described {
    const own = ownTexts.get(dtc);
    if (own?.language === language) return { info: own.description, info_source: 'operator' };
    const found = describe(dtc, {
      vehicleManufacturer,
      family: family?.id,
      sharedWith: shared_with,
      language: findPhraseLanguage(language) ?? 'en',
    });
    if (found !== null) return { info: found.text, info_source: found.source };
    return own ? { info: own.description, info_source: 'operator' } : { info: null, info_source: null };
  }
}

interface OwnText {
  description: string;
  language: string;
}

/** Finds texts by code: the reader's language before English, the car's manufacturer before texts for all. */
async function findOwnTexts(
  db: Database,
  rows: readonly LockedRow[],
  vehicleManufacturer: string | undefined,
  language: string,
): Promise<ReadonlyMap<string, OwnText>> {
  const makers = ['', ...(vehicleManufacturer === undefined ? [] : [plainMaker(vehicleManufacturer)])];
  const codes = rows.map(({ dtc }) => dtc);
  const texts = await selectTextsFor(db, { codes, makers, languages: ['en', language] }).execute();
  const rank = (text: (typeof texts)[number]) =>
    (text.language === language ? 2 : 0) + (text.manufacturer === '' ? 0 : 1);
  return new Map(texts.toSorted((one, other) => rank(one) - rank(other)).map((text) => [text.code, text]));
}

/** Longer stretches of work would be noticed by everyone whose call arrives meanwhile. */
const TURN_MS = 5;

/** Maps a long list without holding the thread: other calls are served in between, and the caller is charged. */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  const workOneTurn = () => {
    const endsAt = performance.now() + TURN_MS;
    while (results.length < items.length && performance.now() < endsAt)
      results.push(map(items[results.length] as Item));
  };
  while (results.length < items.length) {
    chargeRun(workOneTurn);
    if (results.length < items.length) await setImmediate();
  }
  return results;
}

type Row = InputOf<typeof contract.describeDtcs>['rows'][number];

/** Describes codes that a browser has read, as a customer may order them: a file processed by hand has no obstacle. */
export async function describeDtcs(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  { family, vehicle_manufacturer: maker, language, rows }: InputOf<typeof contract.describeDtcs>,
): Promise<ReplyOf<typeof contract.describeDtcs>> {
  const countries = await findCountriesInForce(deps, actor.id);
  const locked = chargeRun(() =>
    lockRows({ rows: rows.map(codeRowOf), obstacle: null }, deps.config.dtcBlocked, countries),
  );
  const file = {
    family: family === null ? null : { id: family },
    facts: maker === null ? {} : { vehicleManufacturer: { value: maker } },
  };
  return { rows: await describeRows(deps.db, file, locked, language) };
}

const codeRowOf = ({ dtc: code, dtc_int: number, maker_number, shared_with, off_paths, ...row }: Row) => ({
  ...rowOf({
    ...row,
    code,
    number,
    ...(maker_number !== null && { makerNumber: maker_number }),
    sharedWith: shared_with,
  }),
  off_entries: off_paths,
});

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

const selectTextsFor = (db: Database, { codes, makers, languages }: TextQuery) =>
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
