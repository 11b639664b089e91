import { fillIn, type Values } from '../text.ts';

const ACCENTS: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };

/** The marks at both ends tell a sentence of the portal from what people wrote, and show an end that is cut off. */
export const MARKS = ['⟦', '⟧'] as const;

/** "Pay" reads "⟦Páy~⟧": 40 % longer, as German or Macedonian may be. */
export function stretched(key: string, values?: Values): string {
  const words = key.replaceAll(/\{\w+\}|[aeiou]/gi, (found) => ACCENTS[found] ?? found);
  return fillIn(`${MARKS[0]}${words}${'~'.repeat(Math.max(0, Math.ceil(key.length * 0.4) - 2))}${MARKS[1]}`, values);
}
