import { createInstance } from 'i18next';
import type { shownValues, RefusalValues, Sentence } from '../../portal/texts.ts';
import type { Translate } from './translate.ts';

/** What the program has loaded already: a file that imports nothing of it is found without its list of files. */
interface Given {
  idOf: (this: void, key: string) => string;
  shownValues: typeof shownValues;
}

/** Reads a language other than English out of its catalogue. */
export async function createTranslator(
  language: string,
  catalogue: Record<string, string>,
  { idOf, shownValues: readable }: Given,
): Promise<Translate> {
  const library = createInstance();
  await library.init({
    lng: language,
    resources: { [language]: { translation: catalogue } },
    // Dots and colons are part of keys and sentences.
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it prints.
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  const translate: Translate = (name, values) => {
    const filled = fill(values);
    // One code has many texts where the reason is among the values.
    const reason = name.startsWith('errors.') && `errors.${filled.reason}`;
    const id = [reason, idOf(name)].find((one) => one && library.exists(one, filled));
    return id ? library.t(id, filled) : undefined;
  };
  const worded = ({ code, values, message }: Sentence) => translate(`errors.${code}`, values) ?? message;
  const fill = (values?: RefusalValues) => readable(values, worded);
  return translate;
}
