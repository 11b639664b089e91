import { sentences } from './sentences.ts';

type Sentences = typeof sentences;
type Name = keyof Sentences;

/** What stands in braces. */
type PlaceIn<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | PlaceIn<Rest> : never;

/** One or two arguments: values only where the sentence has places for them. */
type Arguments<Of extends Name> =
  PlaceIn<Sentences[Of]> extends never
    ? [name: Of]
    : [name: Of, values: Readonly<Record<PlaceIn<Sentences[Of]>, string | number>>];

export type SentenceCode = `ecu.${Name}`;

/** A reason or a warning for the user: what it is about, what it names, and both in English. */
export type Sentence = {
  code: SentenceCode;
  values: Readonly<Record<string, string | number>>;
  message: string;
};

export function sentence<Of extends Name>(...[name, given]: Arguments<Of>): Sentence {
  const values: Sentence['values'] = given ?? {};
  const fillIn = (place: string, value: string) => String(values[value] ?? place);
  return { code: `ecu.${name}`, values, message: sentences[name].replaceAll(/\{(\w+)\}/g, fillIn) };
}

/** Of a function that returns what it found or why there is nothing. */
export const isSentence = (found: object): found is Sentence => 'code' in found && 'message' in found;

/** An offset as a sentence names it. */
export const hexOffset = (offset: number): string => `0x${offset.toString(16).toUpperCase()}`;
