import {
  type Label,
  type RefusalValues,
  type Sentence,
  type TextKey,
  englishOf,
  fillIn,
  idOf,
  readInvalid,
  shownValues,
} from '../portal/texts.ts';
import type { TextInEach } from '../portal/languages.list.ts';
import type { Translate } from './languages/translate.ts';
import { isBrowser } from './surroundings.ts';

export {
  englishOf,
  fillIn,
  invalid,
  isolated,
  shownValues,
  textKey,
  type Label,
  type RefusalValues,
  type Sentence,
  type Values,
} from '../portal/texts.ts';

/** English needs no catalogue; the translation library is 15 kB and is loaded only with the first other language. */
const inEnglish: Translate = () => undefined;
let translate = inEnglish;
let current = 'en';
const listeners = new Set<() => void>();

/** A text in the reader's language. */
export function t(key: TextKey | Label, values?: RefusalValues): string {
  const name = key as unknown as string;
  return translate(name, values) ?? fillIn(englishOf(name), shownValues(values));
}

/** What is wrong by the schema of a contract. */
export function invalidText(message: string): string {
  const { key, values } = readInvalid(message);
  return t(key as TextKey, values);
}

/** A text that stands in one place with its translations, as the labels of a file's fields do. */
export const textIn = (texts: TextInEach): string => {
  const { [current]: own }: Readonly<Record<string, string>> = texts;
  return own ?? translate(texts.en) ?? texts.en;
};

/** A word of the data, such as a status: one that has no translation is shown in English. */
export const wordText = (word: string, english = word): string => translate(`words.${word}`, {}, english) ?? english;

/** The type of a file and the form it was read in are words of the ECU library. */
const IN_WORDS = new Set(['type', 'form']);

/** Values of a sentence of which some are words of the data. */
export const withWords = (values: RefusalValues): RefusalValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      IN_WORDS.has(name) && typeof value === 'string' ? wordText(value) : value,
    ]),
  );

/** What the server refused, by its code; in English the server's own sentence. */
export const errorText = (code: string, message: string, values: RefusalValues): string =>
  translate(`errors.${code}`, withWords(values), message) ?? message;

/** A reason or a warning that the server sent, or that a rule made here. */
export const sentenceText = ({ code, values, message }: Sentence): string =>
  code === null ? message : errorText(code, message, values);

/** For Intl, which formats numbers and dates in the same language as the sentences. */
export function currentLanguage(): string {
  return current;
}

/** Called after every change of language; the page has to be redrawn. */
export function onLanguageChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** `catalogue` maps keys to translations, with the plural endings of i18next. */
export async function setLanguage(language: string, catalogue: Record<string, string>): Promise<void> {
  translateWith(language, language === 'en' ? inEnglish : await translatorFor(language, catalogue));
}

export function translateWith(language: string, translator: Translate): void {
  translate = translator;
  current = language;
  if (isBrowser) document.documentElement.lang = language;
  for (const changed of listeners) changed();
}

async function translatorFor(language: string, catalogue: Record<string, string>): Promise<Translate> {
  const { createTranslator } = await import('./languages/translator.ts');
  return createTranslator(language, catalogue, { idOf, shownValues });
}
