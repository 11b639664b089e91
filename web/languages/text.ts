import {
  type Label,
  type RefusalValues,
  type Sentence,
  type TextKey,
  englishOf,
  fillIn,
  idOf,
  readInvalid,
  formatValues,
} from '../../contract/texts.ts';
import type { TextInEach } from '../../contract/languages.ts';
import type { Translate } from './translator.ts';
import { isBrowser } from '../client/hydrated.ts';

export {
  chooseForm,
  englishOf,
  fillIn,
  invalid,
  isolateDirection as isolated,
  formatValues as shownValues,
  textKey,
  type Label,
  type RefusalValues,
  type Sentence,
  type Values,
} from '../../contract/texts.ts';

/** English needs no catalogue; the translation library is 15 kB and is loaded only with the first other language. */
const inEnglish: Translate = () => undefined;
let translate = inEnglish;
let current = 'en';
const listeners = new Set<() => void>();

/** Returns a text in the reader's language. */
export function t(key: TextKey | Label, values?: RefusalValues): string {
  const name = key as unknown as string;
  return translate(name, values) ?? fillIn(englishOf(name), formatValues(values));
}

/** Returns the text of an error from a contract's schema. */
export function invalidText(message: string): string {
  const { key, values } = readInvalid(message);
  return t(key as TextKey, values);
}

/** Returns a text that is defined together with its translations, like the labels of a file's fields. */
export const chooseText = (texts: TextInEach): string => {
  const { [current]: own }: Readonly<Record<string, string>> = texts;
  return own ?? translate(texts.en) ?? texts.en;
};

/** Translates a word of the data, such as a status; shown in English if it has no translation. */
export const wordText = (word: string, english = word): string => translate(`words.${word}`, {}, english) ?? english;

/** Translates a list of such words, as the form of a file is one: "doubled, byte-swapped". */
export const wordsText = (words: string): string =>
  words
    .split(', ')
    .map((word) => wordText(word))
    .join(', ');

/** Values that are words of the ECU library: the type of a file and the form it was read in. */
const IN_WORDS = new Set(['type', 'form']);

/** Translates those values of a sentence that are words of the data. */
export const withWords = (values: RefusalValues): RefusalValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      IN_WORDS.has(name) && typeof value === 'string' ? wordsText(value) : value,
    ]),
  );

/** Returns the text of a server's refusal by its code; in English, the server's own sentence. */
export const errorText = (code: string, message: string, values: RefusalValues): string =>
  translate(`errors.${code}`, withWords(values), message) ?? message;

/** Returns the text of a reason or warning that came from the server or from a rule in the browser. */
export const sentenceText = ({ code, values, message }: Sentence): string =>
  code === null ? message : errorText(code, message, values);

/** Returns the current language, also for Intl, so that numbers and dates match the sentences. */
export function getCurrentLanguage(): string {
  return current;
}

/** Registers a callback for every change of language, after which the page has to be redrawn. */
export function onLanguageChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** `catalogue` maps keys to translations, with the plural endings of i18next. */
export async function setLanguage(language: string, catalogue: Record<string, string>): Promise<void> {
  translateWith(language, language === 'en' ? inEnglish : await loadTranslator(language, catalogue));
}

export function translateWith(language: string, translator: Translate): void {
  translate = translator;
  current = language;
  if (isBrowser) document.documentElement.lang = language;
  for (const changed of listeners) changed();
}

async function loadTranslator(language: string, catalogue: Record<string, string>): Promise<Translate> {
  const { createTranslator } = await import('./translator.ts');
  return createTranslator(language, catalogue, { idOf, shownValues: formatValues });
}
