import { readFileSync } from 'node:fs';
import type { Database } from './database/connect.ts';
import { LANGUAGES, type Language, type TextInEach, findLanguage } from '../contract/languages.ts';
import {
  type Label,
  type RefusalValues,
  type StoredText,
  type StoredValue,
  type TextKey,
  englishOf,
  fillIn,
  formatMoney,
  formatValues,
  idOf,
} from '../contract/texts.ts';
import type { Config } from './config.ts';

/** Texts for people outside of the web app, in one language: mails, notifications, downloads. */
export interface Texts {
  language: Language;
  t: (text: TextKey | Label | TextInEach, values?: RefusalValues) => string;
  /** Renders a stored text; what people wrote is returned as they wrote it. */
  render: (text: string | StoredText) => string;
}

/** The language of accounts that have chosen none. */
const DEFAULT_LANGUAGE = LANGUAGES[0].code;

/** Texts for a download, in the language of the account. */
export async function readAccountTexts(db: Database, userId: number): Promise<Texts> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return getTexts(user?.language ?? null);
}

const opened = new Map<Language, Texts>();

/** Returns texts in the language of an account; null: it has chosen none. */
export function getTexts(code: string | null): Texts {
  const language = (code !== null && findLanguage(code)) || DEFAULT_LANGUAGE;
  const texts = opened.get(language) ?? openTexts(language);
  opened.set(language, texts);
  return texts;
}

function openTexts(language: Language): Texts {
  const catalogue = readCatalogue(language);
  const plurals = new Intl.PluralRules(language);
  const t: Texts['t'] = (text, values) => {
    if (typeof text === 'object' && 'en' in text) return text[language] ?? text.en;
    const name = text as unknown as string;
    const id = idOf(name);
    const form = typeof values?.count === 'number' ? `${id}_${plurals.select(values.count)}` : id;
    return fillIn(catalogue[form] ?? catalogue[id] ?? englishOf(name), formatValues(values, language));
  };
  const valueOf = (value: StoredValue): string | number => {
    if (typeof value !== 'object') return value;
    if ('cents' in value) return formatMoney(value, language);
    return 'key' in value ? render(value) : t(value);
  };
  const render: Texts['render'] = (text) => {
    if (typeof text === 'string') return text;
    const values = Object.entries(text.values ?? {}).map(([name, value]) => [name, valueOf(value)] as const);
    return t(text.key, Object.fromEntries(values));
  };
  return { language, t, render };
}

const readCatalogue = (language: Language): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../contract/languages/${language}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >;

/** The name of a portal whose shop has not entered one. */
export const PRODUCT_NAME = 'Tunedesk';

/** Finds the shop's name for texts outside of the web app: mails and push messages. */
export async function findShopName(db: Database): Promise<string> {
  const found = await db.selectFrom('application_configuration').select('shop_name').executeTakeFirst();
  return found?.shop_name ?? PRODUCT_NAME;
}

/** The address for links in mails, built from the operator's settings and never from a request. */
export function portalUrl({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}
