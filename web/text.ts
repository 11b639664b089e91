import { isBrowser } from './surroundings.ts';

export type Values = Record<string, string | number>;
type Translate = (key: string, values?: Values) => string;

/**
 * The English sentence is the key, so English needs no catalogue, and a missing translation still reads well.
 * The translation library is 15 kB and comes only together with the first other language.
 */
let translate: Translate = fillIn;
let current = 'en';
const listeners = new Set<() => void>();

export function t(key: string, values?: Values): string {
  return translate(key, values && isolatedValues(values));
}

/** Characters that turn the direction of the line, of the letters behind them too. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name as it stands among other words. New names have no turning characters (account-fields.contract.ts); one that was
 * stored before may turn itself only, between first strong isolate and its end, and cannot close that from the inside.
 */
export function isolated(name: string): string {
  if (name.search(TURNING) < 0) return name;
  return `\u2068${name.replaceAll('\u2069', '')}\u2069`;
}

const isolatedValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  );

/** For Intl, which formats numbers and dates in the same language as the sentences. */
export function currentLanguage(): string {
  return current;
}

/** Called after every change of language; the page has to be redrawn. */
export function onLanguageChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** `sentences` maps English keys to translations, with the plural endings of i18next. */
export async function setLanguage(language: string, sentences: Record<string, string>): Promise<void> {
  translateWith(language, language === 'en' ? fillIn : await translatorFor(language, sentences));
}

export function translateWith(language: string, translator: Translate): void {
  translate = translator;
  current = language;
  if (isBrowser) document.documentElement.lang = language;
  for (const changed of listeners) changed();
}

async function translatorFor(language: string, sentences: Record<string, string>): Promise<Translate> {
  const [{ createInstance }, { patternsOf }] = await Promise.all([
    import('i18next'),
    import('./languages/patterns.ts'),
  ]);
  const library = createInstance();
  await library.init({
    lng: language,
    fallbackLng: 'en',
    resources: { [language]: { translation: sentences } },
    // Dots and colons are part of sentences.
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it prints.
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  const find = patternsOf(Object.keys(sentences));
  return (key, values) => {
    // The server fills its sentences in itself.
    const found = values === undefined && !library.exists(key) ? find(key) : undefined;
    return found ? library.t(found.key, found.values) : library.t(key, { ...values });
  };
}

/** The sentence as it is, with its values in their places. */
export function fillIn(key: string, values?: Values): string {
  if (!values) return key;
  return key.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
