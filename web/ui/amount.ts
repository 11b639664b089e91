import { currentLanguage } from '../text.ts';

/** "1234.50": two decimals, no grouping, the decimal sign of the language in use. */
export function amount(value: number | string | null | undefined): string {
  const number = Number(value ?? 0);
  const plain = (Number.isFinite(number) ? number : 0).toFixed(2);
  // An Intl.NumberFormat writes the same; the first one takes a phone 60 ms, before anything is on its screen.
  return WITH_A_POINT.test(currentLanguage()) ? plain : plain.replace('.', ',');
}

/** The other languages of the portal write a comma. */
const WITH_A_POINT = /^en\b/;
