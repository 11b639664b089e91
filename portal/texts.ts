import english from '../web/languages/en.json' with { type: 'json' };

/** The name of a text: its area and its meaning, such as `files.notReady`. Its English is in web/languages/en.json. */
export type TextKey = keyof typeof english;

/** Texts of what the server refuses, by their codes. */
export type ErrorKey = Extract<TextKey, `errors.${string}`>;

export type Values = Readonly<Record<string, string | number>>;

/** A reason or a warning as it travels: by its code, with its values, and in English for programs. */
export interface Sentence {
  /** The key of its text without `errors.`; null: it was stored before codes were, and is shown as it is. */
  code: string | null;
  values: Values;
  message: string;
}

/** What a refusal names: amounts, states, texts that its reader may see, and the sentence that gives the reason. */
export type RefusalValues = Readonly<Record<string, string | number | readonly string[] | Sentence | null>>;

export const isSentence = (value: RefusalValues[string]): value is Sentence =>
  typeof value === 'object' && value !== null && 'message' in value;

/** A text that is rendered later, in the language of who reads it then. */
export interface StoredText {
  key: TextKey;
  values?: Readonly<Record<string, StoredValue>>;
}

/** Money is written as the language writes it, with two decimals and without its unit. */
export type StoredValue = string | number | { cents: number } | StoredText;

export const storedText = (key: TextKey, values?: StoredText['values']): StoredText =>
  values === undefined ? { key } : { key, values };

declare const isLabel: unique symbol;

/** A text that travels through a variable, as in a table. No string: a key is never shown in place of its sentence. */
export interface Label {
  readonly [isLabel]: true;
}

/** The text of a label in a table or a rule: `t` turns it into a sentence where it is shown. */
export const textKey = (key: TextKey): Label => key as unknown as Label;

/**
 * The build writes English sentences in place of keys (scripts/texts/inline-english.ts). This character stands between a
 * key that is needed all the same and its sentence, as in gettext.
 */
const CONTEXT = '\u0004';

/** By what a text is found in a catalogue. */
export const idOf = (key: string): string => key.split(CONTEXT, 1)[0] ?? key;

/** English by key; empty in what is built for the browser. */
export const sentences: Readonly<Record<string, string>> = english;

/** The English sentence of a key, with its values' places. */
export const englishOf = (key: string): string => sentences[key] ?? key.slice(key.indexOf(CONTEXT) + 1);

export const isErrorKey = (key: string): key is ErrorKey => key.startsWith('errors.') && Object.hasOwn(sentences, key);

/** A label in English, for what is written on the server. */
export const englishText = (label: Label, values?: Values): string =>
  fillIn(englishOf(label as unknown as string), values);

/** A sentence with its values in their places. */
export function fillIn(sentence: string, values?: Values): string {
  if (!values) return sentence;
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Characters that turn the direction of the line, of the letters behind them too. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name as it stands among other words. New names have no turning characters (account-fields.contract.ts); one that was
 * stored before may turn itself only, between first strong isolate and its end, and cannot close that from the inside.
 */
export function isolated(name: string): string {
  if (name.search(TURNING) < 0) return name;
  return `\u2068${name.replaceAll('\u2069', '')}\u2069`;
}

/** As a sentence takes them: lists with commas, names that turn no line, a reason in the words of `wordedBy`. */
export const shownValues = (
  values: RefusalValues = {},
  wordedBy: (sentence: Sentence) => string = ({ message }) => message,
): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value];
      return [name, isSentence(value) ? wordedBy(value) : isolated([value ?? []].flat().join(', '))];
    }),
  );

/** What is wrong by a schema: zod carries one string, so the values stand behind the key. */
export const invalid = (key: ErrorKey, values?: Values): string =>
  values === undefined ? key : `${key}${VALUES}${JSON.stringify(values)}`;

const VALUES = '\u0000';

/** The other way round: of any message of a schema. */
export function readInvalid(message: string): { key: string; values: Values | undefined } {
  const [key = '', values] = message.split(VALUES);
  return { key, values: values === undefined ? values : (JSON.parse(values) as Values) };
}
