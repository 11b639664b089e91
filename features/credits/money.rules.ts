/** An amount that means two things: "1.000" is a thousand to one reader and 1 to another. */
export type Ambiguous = { grouped: number; decimal: number };

const PLAIN = /^[-−]?\d+(?:[.,]\d+)?$/;

/** Groups of three digits, all after the same sign, which is not the decimal sign: 1.234,50 and 1 234 567. */
const GROUPED = /^[-−]?[1-9]\d{0,2}(?<group>[.,'’\s])\d{3}(?:\k<group>\d{3})*(?:(?!\k<group>)[.,]\d+)?$/;

const AMBIGUOUS = /^[-−]?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads an amount as people of every language of the portal write it; null: it is none. Two signs, a repeated one or a
 * space can be read in one way only, whatever the language. One sign before exactly three digits cannot: it is never
 * decided for the writer.
 */
export function readMoney(text: string): number | Ambiguous | null {
  const trimmed = text.trim();
  if (AMBIGUOUS.test(trimmed)) {
    return { grouped: parseAmount(trimmed.replace(/[.,]/, '')), decimal: parseAmount(trimmed) };
  }
  if (PLAIN.test(trimmed)) return parseAmount(trimmed);
  const group = GROUPED.exec(trimmed)?.groups?.group;
  return group === undefined ? null : parseAmount(trimmed.replaceAll(group, ''));
}

const parseAmount = (text: string): number => Number(text.replace('−', '-').replace(',', '.'));

/** Returns the amount, or NaN where `readMoney` has none; the error of such a text comes from its contract. */
export function parseMoney(text: string): number {
  const read = readMoney(text);
  return typeof read === 'number' ? read : Number.NaN;
}

export interface Balances {
  ai: number;
  main: number;
}

/** Returns what each balance pays: AI first, the rest from MAIN; null when both are not enough. In any one unit. */
export function shareOfBalances(balances: Balances, price: number): Balances | null {
  const ai = Math.min(Math.max(0, balances.ai), price);
  const main = price - ai;
  return main === 0 || balances.main >= main ? { ai, main } : null;
}
