import { type TextInEach, withDecimalSign } from './languages.ts';
import english from './languages/en.json' with { type: 'json' };

/**
 * The key of a text: its noun and what the sentence is for, such as `catalogue.images.formatHint`. The English text is in contract/languages/en.json.
 */
export type TextKey = Exclude<keyof typeof english, `${string}_one`>;

/** Keys of the texts for refusals, which contain their codes. */
export type ErrorKey = Extract<TextKey, `errors.${string}`>;

export type Values = Readonly<Record<string, string | number>>;

/** A reason or a warning as it is sent: its code, its values, and the English text for programs. */
export interface Sentence {
  /** The key of its text without `errors.`; null: stored before there were codes, and shown as it is. */
  code: string | null;
  values: Values;
  message: string;
}

/** Values of a refusal: amounts, states, texts that its reader may see, and the sentence that gives the reason. */
export type RefusalValues = Readonly<
  Record<string, string | number | { cents: number } | readonly string[] | Sentence | null>
>;

export const isSentence = (value: RefusalValues[string]): value is Sentence =>
  typeof value === 'object' && value !== null && 'message' in value;

const isMoney = (value: RefusalValues[string]): value is { cents: number } =>
  typeof value === 'object' && value !== null && 'cents' in value;

/** Formats money with two decimals, no grouping and without its unit. */
export const formatMoney = ({ cents }: { cents: number }, language: string): string =>
  withDecimalSign((cents / 100).toFixed(2), language);

/** A text that is rendered later, in the language of its reader. */
export interface StoredText {
  key: TextKey;
  values?: Readonly<Record<string, StoredValue>>;
}

/** Money is formatted for the language, with two decimals and without its unit. */
export type StoredValue = string | number | { cents: number } | StoredText | TextInEach;

export const storedText = (key: TextKey, values?: StoredText['values']): StoredText =>
  values === undefined ? { key } : { key, values };

declare const isLabel: unique symbol;

/**
 * A text held in a variable, as in a table. It is not a string, so that a key is never shown in place of its sentence.
 */
export interface Label {
  readonly [isLabel]: true;
}

/** Creates a label for a table or a rule; `t` turns it into a sentence where it is shown. */
export const textKey = (key: TextKey): Label => key as unknown as Label;

/**
 * The build replaces keys by English sentences (tools/vite/inline-english.ts). Where a key is still needed, this
 * character separates it from its sentence, as in gettext.
 */
const CONTEXT = '\u0004';

/** Returns the key by which a text is found in a catalogue. */
export const idOf = (key: string): string => key.split(CONTEXT, 1)[0] ?? key;

/** Separates the sentence for several from the one for a single thing; English has no other plural forms. */
const SINGULAR = '\u0003';

/** Joins each text of a catalogue with its singular, `<key>_one`. */
export function joinSingulars(catalogue: Readonly<Record<string, string>>): Record<string, string> {
  const texts = Object.entries(catalogue).filter(([key]) => !key.endsWith('_one'));
  return Object.fromEntries(
    texts.map(([key, text]) => {
      const singular = catalogue[`${key}_one`];
      return [key, singular === undefined ? text : text + SINGULAR + singular];
    }),
  );
}

/** English sentences by key; empty in the browser build. */
export const sentences: Readonly<Record<string, string>> = joinSingulars(english);

/** Returns the English sentence of a key, with its placeholders. */
export const englishOf = (key: string): string => sentences[key] ?? key.slice(key.indexOf(CONTEXT) + 1);

export const isErrorKey = (key: string): key is ErrorKey => key.startsWith('errors.') && Object.hasOwn(sentences, key);

/** Returns a label in English, for texts written on the server. */
export const englishText = (label: Label, values?: Values): string =>
  fillIn(englishOf(label as unknown as string), values);

/** Chooses the singular of an English sentence if `count` is one. */
export function chooseForm(sentence: string, values?: RefusalValues): string {
  const [several = '', one = several] = sentence.split(SINGULAR);
  return values?.count === 1 ? one : several;
}

/** Replaces the placeholders of a sentence by its values. */
export function fillIn(sentence: string, values?: Values): string {
  const form = chooseForm(sentence, values);
  if (!values) return form;
  return form.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Characters that change the text direction, also of the characters that follow them. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Isolates the text direction of a name within a sentence. New names have no direction characters
 * (account-fields.ts); one that was stored earlier may affect only itself, between a first strong isolate and
 * its end, and cannot close that isolate from the inside.
 */
export function isolateDirection(name: string): string {
  if (name.search(TURNING) < 0) return name;
  return `\u2068${name.replaceAll('\u2069', '')}\u2069`;
}

/**
 * Formats values for a sentence of a language: numbers with its decimal sign, lists joined with commas, names isolated,
 * reasons worded by `wordedBy`.
 */
export const formatValues = (
  values: RefusalValues = {},
  language = 'en',
  wordedBy: (sentence: Sentence) => string = ({ message }) => message,
): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      // A whole number stays one: the plural of a sentence depends on it.
      if (typeof value === 'number') {
        return [name, Number.isInteger(value) ? value : withDecimalSign(String(value), language)];
      }
      if (isMoney(value)) return [name, formatMoney(value, language)];
      return [name, isSentence(value) ? wordedBy(value) : isolateDirection([value ?? []].flat().join(', '))];
    }),
  );

/** Builds a schema's error message: zod passes on a single string, so the values follow the key in it. */
export const invalid = (key: ErrorKey, values?: Values): string =>
  values === undefined ? key : `${key}${VALUES}${JSON.stringify(values)}`;

const VALUES = '\u0000';

/** The inverse of `invalid`, for any message of a schema. */
export function readInvalid(message: string): { key: string; values: Values | undefined } {
  const [key = '', values] = message.split(VALUES);
  return { key, values: values === undefined ? values : (JSON.parse(values) as Values) };
}
