import type { Database } from '../../../server/database/connect.ts';
import { mapInTurns } from '../../../server/http/map-in-turns.ts';
import type { DtcRow } from '../dtc-session.ts';
import { plainMaker } from '../dtc-texts.rules.ts';
import { selectTextsFor } from './dtc-texts.ts';
import type { LockedRow } from './locked-rows.ts';

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
