import { createInstance } from 'i18next';
import type { RefusalValues, Sentence, formatValues } from '../../contract/texts.ts';

/** Passed in, as the app has it loaded already: a chunk without imports from the app needs no list of its files. */
interface Given {
  idOf: (this: void, key: string) => string;
  shownValues: typeof formatValues;
}

/** Creates the translator of a language other than English from its catalogue. */
export async function createTranslator(
  language: string,
  catalogue: Record<string, string>,
  { idOf, shownValues: readable }: Given,
): Promise<Translate> {
  const library = createInstance();
  await library.init({
    lng: language,
    resources: { [language]: { translation: catalogue } },
    // Keys and sentences may contain dots and colons.
    keySeparator: false,
    nsSeparator: false,
    // React already escapes what it renders.
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  const translate: Translate = (name, values) => {
    const filled = fill(values);
    // An error code has several texts if its values include a reason.
    const reason = name.startsWith('errors.') && `errors.${filled.reason}`;
    const id = [reason, idOf(name)].find((one) => one && library.exists(one, filled));
    return id ? library.t(id, filled) : undefined;
  };
  const worded = ({ code, values, message }: Sentence) => translate(`errors.${code}`, values) ?? message;
  const fill = (values?: RefusalValues) => readable(values, language, worded);
  return translate;
}

/** Translates a text into the current language; undefined if there is no translation and English is shown. */
export type Translate = (key: string, values?: RefusalValues, english?: string) => string | undefined;
