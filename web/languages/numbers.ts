import { getCurrentLocale } from './locale.ts';
import { withDecimalSign } from '../../contract/languages.ts';
import { getCurrentLanguage } from './text.ts';

/** Formats a number as is usual in the reader's country. */
export const formatNumber = (number: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(findLocaleWithData(getCurrentLocale()), options).format(number);

/** German uses the same thousands and decimal separators as Macedonian. */
const findLocaleWithData = (locale: string): string =>
  locale.startsWith('mk') && Intl.NumberFormat.supportedLocalesOf(locale).length === 0 ? 'de' : locale;

let collator: Intl.Collator | undefined;

/** Compares two texts of any alphabet for sorting. */
export const compareTexts = (one: string, other: string): number =>
  (collator ??= new Intl.Collator()).compare(one, other);

/** Rows that the server counts unless all of them are asked for. */
const MAX_COUNTED = 10_000;

/** Writes how many there are; "10,000+" where there are more than were counted. */
export const countText = (count: number, isCapped = false): string =>
  isCapped ? `${formatNumber(Math.min(count, MAX_COUNTED), {})}+` : String(count);

/** Formats an amount as "1234.50": two decimals, no grouping, the decimal sign of the current language. */
export function formatAmount(value: number | string | null | undefined): string {
  const number = Number(value ?? 0);
  // Intl.NumberFormat would write the same, but creating the first one delays a phone's first paint by 60 ms.
  return withDecimalSign((Number.isFinite(number) ? number : 0).toFixed(2), getCurrentLanguage());
}
