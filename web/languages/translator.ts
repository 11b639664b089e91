import { createInstance } from 'i18next';
import type { shownValues, RefusalValues } from '../../portal/texts.ts';
import { patternsOf } from './patterns.ts';
import type { Translate } from './translate.ts';

/** What the program has loaded already: a file that imports nothing of it is found without its list of files. */
interface Given {
  idOf: (this: void, key: string) => string;
  sentences: Readonly<Record<string, string>>;
  shownValues: typeof shownValues;
}

/** Reads a language other than English out of its catalogue. */
export async function createTranslator(
  language: string,
  catalogue: Record<string, string>,
  { idOf, sentences, shownValues: readable }: Given,
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
  const keys = new Map(Object.entries(sentences).map(([key, sentence]) => [sentence, key]));
  const find = patternsOf(Object.keys(catalogue), sentences);
  const translate: Translate = (name, values) => {
    const filled = fill(values);
    // One code has many texts where the reason is among the values.
    const reason = name.startsWith('errors.') && `errors.${String(values?.reason)}`;
    const id = [reason, idOf(name), keys.get(name)].find((one) => one && library.exists(one, filled));
    if (id) return library.t(id, filled);
    // The library of control units fills its sentences in itself.
    const found = values === undefined ? find(name) : undefined;
    return found && library.t(found.id, found.values);
  };
  /** A reason of the library of control units comes as its English sentence. */
  const fill = ({ because, ...values }: RefusalValues = {}) => ({
    ...readable(values),
    ...(typeof because === 'string' && { because: translate(because) ?? because }),
  });
  return translate;
}
