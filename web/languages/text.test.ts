// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { getCurrentLanguage, isolated, onLanguageChange, setLanguage, t } from './text.ts';

afterEach(() => setLanguage('en', {}));

test('English texts have their values filled in', () => {
  expect(t('common.noResults', { q: '<b>.$&' })).toBe('No results for “<b>.$&”');
});

test('another language loads its texts, plurals and code, and falls back to English', async () => {
  const redraw = vi.fn<() => void>();
  const stop = onLanguageChange(redraw);
  await setLanguage('de', {
    'common.close': 'Schließen',
    'common.rowCount_one': '{count} Zeile',
    'common.rowCount_other': '{count} Zeilen',
  });
  stop();
  expect([t('common.close'), t('common.rowCount', { count: 1 }), t('common.rowCount', { count: 3 })]).toEqual([
    'Schließen',
    '1 Zeile',
    '3 Zeilen',
  ]);
  expect(t('files.review.conflict.changedBy', { username: 'ana' })).toBe('ana has changed this file meanwhile.');
  expect([getCurrentLanguage(), document.documentElement.lang]).toEqual(['de', 'de']);
  expect(redraw).toHaveBeenCalledOnce();
});

test('a name that changes the text direction does not affect the words around it', () => {
  expect(t('files.review.conflict.changedBy', { username: 'ana\u202Egnp' })).toBe(
    '\u2068ana\u202Egnp\u2069 has changed this file meanwhile.',
  );
  // A name with such a character cannot end its own isolation.
  expect(isolated('\u2069\u202Eana')).toBe('\u2068\u202Eana\u2069');
  expect(t('files.review.conflict.changedBy', { username: 'محمد' })).toBe('محمد has changed this file meanwhile.');
});
