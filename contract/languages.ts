interface ListedLanguage {
  code: string;
  /** Its own name for itself. */
  name: string;
  /** Set while its catalogue is incomplete: what it lacks is shown in English. */
  isPartial?: true;
}

/**
 * The languages of the portal, each under its own name, in the order they are offered; accounts without a language use
 * the first. Each has a catalogue, contract/languages/<code>.json, and the labels of a file's fields, which share one file.
 * They are listed nowhere else.
 */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'mk', name: 'Македонски' },
  { code: 'es', name: 'Español' },
  { code: 'it', name: 'Italiano' },
  { code: 'fr', name: 'Français' },
] as const satisfies readonly ListedLanguage[];

export const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);

type AnyLanguage = (typeof LANGUAGES)[number];
export type Language = AnyLanguage['code'];
type CompleteLanguage = Exclude<AnyLanguage, { isPartial: true }>['code'];

/** The languages whose every text is checked. */
export const COMPLETE_LANGUAGES = LANGUAGES.filter((language: ListedLanguage) => !language.isPartial).map(
  ({ code }) => code,
);

/** A text that is in no catalogue, because such texts are added more often than languages are. */
export type TextInEach = Readonly<Record<CompleteLanguage, string> & Partial<Record<Language, string>>>;

/** Finds a language by its code; null for an unknown code. */
export const findLanguage = (code: string): Language | null => LANGUAGE_CODES.find((known) => known === code) ?? null;

/** Every language of the portal but English has a decimal comma. */
export const withDecimalSign = (number: string, language: string): string =>
  /^en\b/.test(language) ? number : number.replace('.', ',');
