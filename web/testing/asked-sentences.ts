import { fillIn, translateWith } from '../text.ts';
import catalogue from '../languages/de.json';
import { patternsOf } from '../languages/patterns.ts';
import { productSources } from './product-sources.ts';

const isPattern = patternsOf(Object.keys(catalogue));
const asked = new Set<string>();

/** English, noting what is requested by way of variables too, which the sources do not show. */
export function listen(): void {
  asked.clear();
  translateWith('en', (key, values) => {
    asked.add(key);
    return fillIn(key, values);
  });
}

/** What was asked for since `listen`, stands in the sources and in no catalogue: a person would read it in English. */
export function untranslated(): string[] {
  const unknown = [...asked].filter(
    (key) => /^[A-Z]|\s/.test(key) && !Object.hasOwn(catalogue, key) && !isPattern(key),
  );
  return unknown.filter(standsInSources);
}

/** In quotation marks of any kind: what has an apostrophe in it has others around it. */
const standsInSources = (key: string): boolean =>
  ["'", '"', '`'].some((mark) => productText().includes(mark + key.replaceAll(mark, `\\${mark}`) + mark));

let text: string | undefined;
const productText = (): string =>
  (text ??= productSources()
    .map((source) => source.text)
    .join('\n'));
