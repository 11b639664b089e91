import type { RefusalValues } from '../../contract/texts.ts';

/** Translates a text into the current language; undefined if there is no translation and English is shown. */
export type Translate = (key: string, values?: RefusalValues, english?: string) => string | undefined;
