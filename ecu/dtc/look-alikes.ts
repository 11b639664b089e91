/** Letters of other alphabets that look like one of a trouble code. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  A: 'АаΑα',
  B: 'ВвΒβ',
  C: 'СсϹϲ',
  E: 'ЕеΕε',
  I: 'ІіΙιӀ',
  O: 'ОоΟοօ',
  P: 'РрΡρ',
  U: 'Սս',
};
const LATIN_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

const ASCII = /^[\0-\x7F]*$/;
const INVISIBLE = /^[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]$/u;
const DASH = /^[\p{Pd}\u2212]$/u;
const SPACE = /^\p{Zs}$/u;
const DIGIT = /^\p{Nd}$/u;

/** A text in which every character that looks like one of a code is that one, with its places in the original. */
export interface Folded {
  text: string;
  /** Where a stretch of the text begins in the original, and how it is written there. */
  written: (at: number, end: number) => { offset: number; asWritten: string };
}

export function foldLookAlikes(original: string): Folded {
  if (ASCII.test(original)) {
    return { text: original, written: (at, end) => ({ offset: at, asWritten: original.slice(at, end) }) };
  }
  const places: { at: number; end: number }[] = [];
  const folded: string[] = [];
  const foldings = new Map<string, string>();
  let at = 0;
  for (const char of original) {
    const known = foldings.get(char) ?? foldCharacter(char);
    foldings.set(char, known);
    const end = at + char.length;
    if (known !== '') {
      folded.push(known);
      places.push({ at, end });
    }
    at = end;
  }
  return {
    text: folded.join(''),
    written(from, to) {
      const offset = places[from]?.at ?? original.length;
      return { offset, asWritten: original.slice(offset, places[to - 1]?.end ?? offset) };
    },
  };
}

/** Returns one UTF-16 unit, or none for a character that is not seen. */
function foldCharacter(char: string): string {
  if (char <= '\x7F') return char;
  if (INVISIBLE.test(char)) return '';
  if (DASH.test(char)) return '-';
  if (SPACE.test(char)) return ' ';
  if (DIGIT.test(char)) return valueOfDigit(char);
  const plain = char.normalize('NFKC');
  const latin = LATIN_OF.get(char) ?? LATIN_OF.get(plain);
  if (latin !== undefined) return latin;
  return plain.length === 1 ? plain : char.length === 1 ? char : '\uFFFD';
}

/** Every set of decimal digits is ten characters in a row, the zero first. */
function valueOfDigit(char: string): string {
  const plain = char.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  const point = char.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}
