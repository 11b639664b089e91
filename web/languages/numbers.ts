import { currentLocale } from './locale.ts';

/** A number as the reader's country writes it. */
export const formatNumber = (number: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(withData(currentLocale()), options).format(number);

/** German separates thousands and decimals as Macedonian does. */
const withData = (locale: string): string =>
  locale.startsWith('mk') && Intl.NumberFormat.supportedLocalesOf(locale).length === 0 ? 'de' : locale;

let collator: Intl.Collator | undefined;

/** The order of two texts of any alphabet. */
export const compareTexts = (one: string, other: string): number =>
  (collator ??= new Intl.Collator()).compare(one, other);
