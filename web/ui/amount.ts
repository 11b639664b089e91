import { currentLanguage } from '../text.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Making one takes a thousand times as long as using it, and a list uses one for every row. */
function formatFor(language: string): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  });
  formats.set(language, made);
  return made;
}

/** "1234.50": two decimals, no grouping, the decimal sign of the language in use. */
export function amount(value: number | string | null | undefined): string {
  const number = Number(value ?? 0);
  const shown = Number.isFinite(number) ? number : 0;
  return formatFor(currentLanguage()).format(shown);
}
