import { readFileSync, readdirSync } from 'node:fs';
import { parseSync, type Plugin } from 'vite';
import { joinSingulars } from '../../contract/texts.ts';
import { type Place, readTextPlaces } from './text-places.ts';

const FOLDER = new URL('../../contract/languages/', import.meta.url);

export type Catalogue = Record<string, string>;

/** Separates a key from its sentence where both are needed (contract/texts.ts). */
const CONTEXT = '\u0004';

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** Texts that no page shows (server/texts.ts). */
const SERVER_ONLY = /^(?:mails|proof|csv|verify)\./;

const read = (name: string): Catalogue => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Catalogue;

/**
 * Replaces keys by their English sentences, so that an English reader loads no catalogue and no keys. In the other
 * catalogues texts are then found by the sentence. A key stays beside its sentence where the sentence alone is not
 * enough: for a refusal, whose code is compared, and for two keys that differ in some language.
 */
export function inlineEnglish(): Plugin {
  const english = joinSingulars(read('en.json'));
  const others = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'en.json');
  const ambiguous = findAmbiguous(english, others.map(read));
  return {
    name: 'inline-english',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = /contract\/languages\/(\w+\.json)$/.exec(id)?.[1];
      if (name === undefined) return null;
      return JSON.stringify(name === 'en.json' ? {} : bySentence(read(name), english, ambiguous));
    },
    transform(code, id) {
      if (!/\/(?:app|contract|features|web)\/[^?]*\.tsx?$/.test(id)) return null;
      const places = readTextPlaces(parseSync(id, code).program);
      return places.length === 0 ? null : { code: inline(code, places, { english, ambiguous }), map: null };
    },
  };
}

type Texts = { english: Catalogue; ambiguous: ReadonlySet<string> };

/** Returns the code with keys replaced by sentences. */
export function inline(code: string, places: readonly Place[], { english, ambiguous }: Texts): string {
  let [text, end] = ['', 0];
  for (const { start, end: next, key, hasCode } of places.toSorted((one, other) => one.start - other.start)) {
    const sentence = english[key];
    if (sentence === undefined) throw new Error(`contract/languages/en.json has no ${key}`);
    text +=
      code.slice(end, start) + JSON.stringify(hasCode || ambiguous.has(key) ? key + CONTEXT + sentence : sentence);
    end = next;
  }
  return text + code.slice(end);
}

/** Finds keys that share their English sentence with an earlier key, but not their translation. */
export function findAmbiguous(english: Catalogue, others: readonly Catalogue[]): ReadonlySet<string> {
  const firsts = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [key, sentence] of Object.entries(english)) {
    const first = firsts.get(sentence);
    if (first === undefined) firsts.set(sentence, key);
    else if (others.some((catalogue) => catalogue[key] !== catalogue[first])) ambiguous.add(key);
  }
  return ambiguous;
}

/** Converts a catalogue to the keys by which the built program looks texts up. */
export function bySentence(catalogue: Catalogue, english: Catalogue, ambiguous: ReadonlySet<string>): Catalogue {
  const found: Catalogue = {};
  for (const [key, text] of Object.entries(catalogue)) {
    if (SERVER_ONLY.test(key)) continue;
    const [ending = ''] = Object.hasOwn(english, key) ? [] : (PLURAL.exec(key) ?? []);
    const stem = key.slice(0, key.length - ending.length);
    const sentence = (english[stem] ?? stem) + ending;
    if (!Object.hasOwn(found, sentence) && !ambiguous.has(stem)) found[sentence] = text;
    if (ambiguous.has(stem) || /^(?:errors|words)\./.test(stem)) found[key] = text;
  }
  return found;
}
