import type { Noun } from './noun.ts';

/** A noun in its place in a description, with the mark that distinguishes it from others of its kind: ' A', ' 2', ''. */
export type Phrase = Noun & { suffix: string };

/** `outer` of `inner`: the position sensor of the valve. */
export type Joiner = (outer: Phrase, inner: Phrase) => Phrase;

/** Puts a word and what belongs to it in a row, each with its suffix. */
export function joined(outer: Phrase, link: string, inner: string): Phrase {
  const tail = `${outer.suffix}${link}${inner}`;
  return { ...outer, text: outer.text + tail, definite: outer.definite + tail, suffix: '', stem: null };
}
