import { chooseForm, englishOf, fillIn, shownValues, type RefusalValues } from './text.ts';

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/**
 * The marks at both ends distinguish the portal's sentences from users' texts, and reveal an end that is cut off.
 */
const MARKS = ['‹', '›'] as const;

const LONGER = 0.4;

/** Turns "Pay" into "‹Páy›" and "Upload" into "‹Úplóád~›": 40 % longer, as German or Macedonian may be. */
export function stretchText(key: string, values?: RefusalValues, sentence = englishOf(key)): string {
  const english = chooseForm(sentence, values);
  const words = english.replaceAll(/\{\w+\}|[aeiou]/gi, (found) => ACCENTS[found] ?? found);
  const more = '~'.repeat(Math.max(0, Math.ceil(english.length * LONGER) - MARKS.length));
  // The padding of a sentence is split into words, too.
  return fillIn(
    MARKS[0] + words + (english.includes(' ') ? more.replaceAll(/~(~{6})/g, ' $1') : more) + MARKS[1],
    shownValues(values),
  );
}
