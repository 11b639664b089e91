import { currentLanguage } from '../text.ts';

/** "1234.50": two decimals, no grouping, the decimal sign of the language in use. */
export function amount(value: number | string | null | undefined): string {
  const number = Number(value ?? 0);
  const shown = Number.isFinite(number) ? number : 0;
  return new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  }).format(shown);
}
