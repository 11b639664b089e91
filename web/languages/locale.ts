import { getCurrentLanguage } from './text.ts';

/**
 * Returns the locale for Intl: the current language in the reader's own country, if the browser names one. Plain
 * English uses British dates, in which day and month cannot be confused.
 */
export function getCurrentLocale(): string {
  const [language = 'en'] = getCurrentLanguage().split('-');
  const regional = navigator.languages.find((tag) => tag.startsWith(`${language}-`) && isLocale(tag));
  return regional ?? (language === 'en' ? 'en-GB' : language);
}

/** Some browsers report a locale that Intl rejects, such as en-US@posix. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
