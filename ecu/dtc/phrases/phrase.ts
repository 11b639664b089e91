import type { Noun } from './noun.ts';

/** A noun in a description, with the mark that distinguishes it from others of its kind: ' A', ' 2', ''. */
export type Phrase = Noun & { suffix: string };

/** `outer` of `inner`: the position sensor of the valve. */
export type Joiner = (outer: Phrase, inner: Phrase) => Phrase;

/** Appends `link` and `inner` to a noun, after its own suffix. */
export function joined(outer: Phrase, link: string, inner: string): Phrase {
  const tail = `${outer.suffix}${link}${inner}`;
  return { ...outer, text: outer.text + tail, definite: outer.definite + tail, suffix: '', stem: null };
}
