/** What can be chosen, each by its own name. English sentences are the keys of the others and need no catalogue. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'mk', name: 'Македонски' },
  { code: 'es', name: 'Español' },
  { code: 'it', name: 'Italiano' },
  { code: 'fr', name: 'Français' },
] as const;
