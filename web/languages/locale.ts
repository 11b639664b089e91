import { currentLanguage } from '../text.ts';

/**
 * For Intl: the language of the sentences as the reader's own country writes it, as far as the browser names one. Plain
 * English has the dates of Britain, which are not misread with day and month exchanged.
 */
export function currentLocale(): string {
  const [language = 'en'] = currentLanguage().split('-');
  const regional = navigator.languages.find((tag) => tag.startsWith(`${language}-`) && isLocale(tag));
  return regional ?? (language === 'en' ? 'en-GB' : language);
}

/** Some browsers name a locale that Intl refuses, such as en-US@posix. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
