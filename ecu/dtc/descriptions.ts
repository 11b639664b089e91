import { compose } from './phrases/compose.ts';
import type { Words } from './phrases/compose.ts';
import type { PhraseLanguage } from './phrases/phrase.ts';
import { readCodes, readComponents, readConditions } from './phrases/phrase-tables.ts';
import type { Meaning, PhraseTexts } from './phrases/phrase-tables.ts';
import { codeAfter, whoDefines } from './spelling.ts';

/**
 * standard: the one meaning that SAE J2012 gives a code. manufacturer: what it means in the cars of one maker.
 * same entry: nothing is published about the code itself; the text names what the other codes of its fault path watch.
 */
export type DescriptionSource = 'standard' | 'manufacturer' | 'same entry';

export type DtcDescription = { text: string; source: DescriptionSource };

export type DescribeOptions = {
  /** As `Family.describe` names it. Absent: not known. */
  vehicleManufacturer?: string | undefined;
  /** The family that lists the code, for numbers that mean something in its control units only. */
  family?: string | undefined;
  /** Codes of the same fault path. */
  sharedWith?: readonly string[] | undefined;
  /** English unless named. */
  language?: PhraseLanguage | undefined;
};

/** null: the meaning is not known, or differs between makers. */
export type DescribeDtc = (code: string, options?: DescribeOptions) => DtcDescription | null;

/** The table to use for each vehicle maker. A table of another maker is never consulted. */
const tableOfMaker: Readonly<Record<string, string>> = {
  audi: 'volkswagen',
  volkswagen: 'volkswagen',
  seat: 'volkswagen',
  skoda: 'volkswagen',
  'volkswagen group': 'volkswagen',
  bmw: 'bmw',
  mini: 'bmw',
  chevrolet: 'gm',
  'general motors': 'gm',
  gmc: 'gm',
};

const standardTable = 'sae';

/** Loads the texts when the first description is needed, so that not every page has to load them. */
export async function loadDescriptions(): Promise<DescribeDtc> {
  const { phrases } = await import('./phrases.generated.ts');
  loaded ??= describeWith(phrases);
  return loaded;
}

/** Cached, because its tables take 30 ms to read. */
let loaded: DescribeDtc | undefined;

export function describeWith({ components, conditions, codes }: PhraseTexts): DescribeDtc {
  const words: Words = { components: readComponents(components), conditions: readConditions(conditions) };
  const tables = new Map(Object.entries(codes).map(([name, lines]) => [name, readCodes(lines, codeAfter)]));
  const find = (code: string, options: DescribeOptions) => findMeaning(tables, code, options);
  return (code, options = {}) => {
    const found = find(code, options) ?? findSharedComponent(options, (other) => find(other, options));
    if (found === null) return null;
    return { text: compose(words, found.meaning, options.language ?? 'en'), source: found.source };
  };
}

type Tables = ReadonlyMap<string, ReadonlyMap<string, Meaning>>;
type FoundMeaning = { meaning: Meaning; source: DescriptionSource };

function findMeaning(
  tables: Tables,
  code: string,
  { vehicleManufacturer, family }: DescribeOptions,
): FoundMeaning | null {
  const own = [family, vehicleManufacturer === undefined ? undefined : tableNameOf(vehicleManufacturer)]
    .map((name) => (name === undefined || name === standardTable ? undefined : tables.get(name)?.get(code)))
    .find((meaning) => meaning !== undefined);
  if (own) return { meaning: own, source: 'manufacturer' };
  if (whoDefines(code) === 'SAE') {
    const meaning = tables.get(standardTable)?.get(code);
    return meaning ? { meaning, source: 'standard' } : null;
  }
  // When the maker is known, the meaning that other makers give the code would be a guess.
  return vehicleManufacturer === undefined ? findAgreedMeaning(tables, code) : null;
}

/** Returns the meaning of a maker's code that at least two makers define, and all of them alike. */
function findAgreedMeaning(tables: Tables, code: string): FoundMeaning | null {
  const meanings = [...tables].flatMap(([name, table]) => (name === standardTable ? [] : (table.get(code) ?? [])));
  const [first, ...others] = meanings;
  if (first === undefined || others.length === 0) return null;
  const isAgreed = others.every((one) => one.component === first.component && one.condition === first.condition);
  return isAgreed ? { meaning: first, source: 'manufacturer' } : null;
}

/** The component that all described codes of the fault path watch; null: they watch several, or none is described. */
function findSharedComponent(
  { sharedWith = [] }: DescribeOptions,
  find: (code: string) => FoundMeaning | null,
): FoundMeaning | null {
  const components = new Set(sharedWith.flatMap((code) => find(code)?.meaning.component ?? []));
  const [component] = components;
  if (component === undefined || components.size > 1) return null;
  return { meaning: { component, condition: 'malfunction' }, source: 'same entry' };
}

function tableNameOf(vehicleManufacturer: string): string {
  const name = vehicleManufacturer.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
  return Object.hasOwn(tableOfMaker, name) ? (tableOfMaker[name] ?? name) : name;
}
