import type { RefusalValues } from '../../portal/texts.ts';

/** A text in the language in use; undefined: it has none, and the English sentence is shown. */
export type Translate = (key: string, values?: RefusalValues, english?: string) => string | undefined;
