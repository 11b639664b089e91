/** The languages in which a description is composed, in the order of the columns of `ecu/dtc/texts`. */
export const phraseLanguages = ['en', 'de', 'mk', 'es', 'it', 'fr'] as const;

export type PhraseLanguage = (typeof phraseLanguages)[number];

/** Null where descriptions are not composed in the language that is asked for. */
export const findPhraseLanguage = (code: string): PhraseLanguage | null =>
  phraseLanguages.find((language) => language === code) ?? null;
