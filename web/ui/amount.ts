import { withDecimalSign } from '../../contract/languages.ts';
import { getCurrentLanguage } from '../languages/text.ts';

/** Formats an amount as "1234.50": two decimals, no grouping, the decimal sign of the current language. */
export function formatAmount(value: number | string | null | undefined): string {
  const number = Number(value ?? 0);
  // Intl.NumberFormat would write the same, but creating the first one delays a phone's first paint by 60 ms.
  return withDecimalSign((Number.isFinite(number) ? number : 0).toFixed(2), getCurrentLanguage());
}
