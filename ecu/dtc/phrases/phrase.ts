/** The languages in which a description is composed, in the order of the columns of `ecu/dtc/texts`. */
export const phraseLanguages = ['en', 'de', 'mk', 'es', 'it', 'fr'] as const;

export type PhraseLanguage = (typeof phraseLanguages)[number];

/** null when descriptions are not composed in that language. */
export const findPhraseLanguage = (code: string): PhraseLanguage | null =>
  phraseLanguages.find((language) => language === code) ?? null;

/** m, f and n; mp and fp are their plurals; p: plural where the gender makes no difference. */
export type Gender = 'm' | 'f' | 'n' | 'p' | 'mp' | 'fp';

/** The name of a component in one language. */
export type Noun = {
  text: string;
  /** Macedonian puts the article at the end of the word: вентил, вентилот. In other languages the same as `text`. */
  definite: string;
  gender: Gender;
  /** What a German compound begins with: Abgas in Abgastemperatur. null: it forms no compounds. */
  stem: string | null;
  /** German only: the word is appended to the stem of the word before, as temperatur to Abgas. */
  isAppended: boolean;
};

const written = /^(?<text>.+?) (?<gender>mp|fp|m|f|n|p)$/;

/**
 * Reads a noun as it is written in a table: `Abgas/ n` (a stem, the same word), `Leerlaufregelung/s f` (a stem with an
 * s between), `~temperatur/ f` (appended to a stem), `pressione f` (neither). Throws for anything else.
 */
export function readNoun(column: string): Noun {
  const { text = '', gender } = written.exec(column)?.groups ?? {};
  if (gender === undefined) throw new Error(`A noun without a gender: ${column}`);
  const isAppended = text.startsWith('~');
  const plain = isAppended ? text.slice(1) : text;
  const slash = plain.search(/\/[a-z-]*$/);
  const word = slash === -1 ? plain : plain.slice(0, slash);
  return {
    text: word,
    definite: word,
    gender: gender as Gender,
    stem: slash === -1 ? null : word + plain.slice(slash + 1),
    isAppended,
  };
}

/** `вентил[от] за EGR` (the article in brackets), or `издувен вентил|издувниот вентил`. */
export function readMacedonianNoun(column: string): Noun {
  const [text = column, definite = text] = column.includes('|')
    ? column.split('|')
    : [column.replace(/\[[^\]]*\]/g, ''), column.replace(/[[\]]/g, '')];
  return { text, definite, gender: 'm', stem: null, isAppended: false };
}

/** A noun in a description, with the mark that distinguishes it from others of its kind: ' A', ' 2', ''. */
export type Phrase = Noun & { suffix: string };

/** `outer` of `inner`: the position sensor of the valve. */
export type Joiner = (outer: Phrase, inner: Phrase) => Phrase;

/** Appends `link` and `inner` to a noun, after its own suffix. */
export function joined(outer: Phrase, link: string, inner: string): Phrase {
  const tail = `${outer.suffix}${link}${inner}`;
  return { ...outer, text: outer.text + tail, definite: outer.definite + tail, suffix: '', stem: null };
}
