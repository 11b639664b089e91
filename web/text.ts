import { createInstance } from 'i18next';
import type { i18n } from 'i18next';

/**
 * The English sentence is the key, so a missing translation still reads well. Dots and colons are part of
 * sentences, hence no separators; React escapes what it prints, hence no second escaping.
 */
export const language: i18n = createInstance();

void language.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: {} } },
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
});

export function t(key: string, values?: Record<string, string | number>): string {
  return language.t(key, { ...values });
}
