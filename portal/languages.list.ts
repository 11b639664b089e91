/**
 * The languages of the portal, each by its own name, as they are offered; the first is that of accounts without one. Each
 * has a catalogue, web/languages/<code>.json, and the labels of a file's fields, which stand together in one file. Nothing
 * else lists them.
 */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'mk', name: 'Македонски' },
  { code: 'es', name: 'Español' },
  { code: 'it', name: 'Italiano' },
  { code: 'fr', name: 'Français' },
] as const;

export const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);

export type Language = (typeof LANGUAGES)[number]['code'];

/** A text that is in no catalogue, because it is added with something that happens more often than a new language. */
export type TextInEach = Readonly<Record<Language, string>>;

/** Null for a code that is none of theirs. */
export const findLanguage = (code: string): Language | null => LANGUAGE_CODES.find((known) => known === code) ?? null;
