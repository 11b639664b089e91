/** The languages in which a description is composed, in the order of the columns of `ecu/dtc/texts`. */
export const phraseLanguages = ['en', 'de', 'mk', 'es', 'it', 'fr'] as const;

export type PhraseLanguage = (typeof phraseLanguages)[number];

/** null when descriptions are not composed in that language. */
export const findPhraseLanguage = (code: string): PhraseLanguage | null =>
  phraseLanguages.find((language) => language === code) ?? null;
