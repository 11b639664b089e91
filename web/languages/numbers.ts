import { getCurrentLocale } from './locale.ts';

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
