import { sentences } from './sentences.ts';

type Sentences = typeof sentences;
type Name = keyof Sentences;

/** The names in braces. */
type PlaceIn<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | PlaceIn<Rest> : never;

/** One or two arguments: values only if the sentence has placeholders for them. */
type Arguments<Of extends Name> =
  PlaceIn<Sentences[Of]> extends never
    ? [name: Of]
    : [name: Of, values: Readonly<Record<PlaceIn<Sentences[Of]>, string | number>>];

export type SentenceCode = `ecu.${Name}`;

/** A reason or a warning for the user: its code, the values in it, and the complete sentence in English. */
export type Sentence = {
  code: SentenceCode;
  values: Readonly<Record<string, string | number>>;
  message: string;
};

export function sentence<Of extends Name>(...[name, given]: Arguments<Of>): Sentence {
  const values: Sentence['values'] = given ?? {};
  const fillIn = (placeholder: string, key: string) => String(values[key] ?? placeholder);
  return { code: `ecu.${name}`, values, message: sentences[name].replaceAll(/\{(\w+)\}/g, fillIn) };
}

/** For the result of a function that returns either what it found or a sentence why there is nothing. */
export const isSentence = (found: object): found is Sentence => 'code' in found && 'message' in found;

/** Formats an offset for a sentence. */
export const hexOffset = (offset: number): string => `0x${offset.toString(16).toUpperCase()}`;

/** "1 file", "2 files", as contract/amounts.ts; the library knows nothing outside of it. */
export const pluralize = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
