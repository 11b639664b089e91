// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { currentLanguage, isolated, onLanguageChange, setLanguage, t } from './text.ts';

afterEach(() => setLanguage('en', {}));

test('English texts have their values filled in', () => {
  expect(t('ui.noResultsQ', { q: '<b>.$&' })).toBe('No results for “<b>.$&”');
});

test('another language loads its texts, plurals and code, and falls back to English', async () => {
  const redraw = vi.fn<() => void>();
  const stop = onLanguageChange(redraw);
  await setLanguage('de', {
    'ui.close': 'Schließen',
    'ui.countRows_one': '{count} Zeile',
    'ui.countRows_other': '{count} Zeilen',
  });
  stop();
  expect([t('ui.close'), t('ui.countRows', { count: 1 }), t('ui.countRows', { count: 3 })]).toEqual([
    'Schließen',
    '1 Zeile',
    '3 Zeilen',
  ]);
  expect(t('review.usernameChangedFileMeanwhile', { username: 'ana' })).toBe('ana has changed this file meanwhile.');
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['de', 'de']);
  expect(redraw).toHaveBeenCalledOnce();
});

test('a name that changes the text direction does not affect the words around it', () => {
  expect(t('review.usernameChangedFileMeanwhile', { username: 'ana\u202Egnp' })).toBe(
    '\u2068ana\u202Egnp\u2069 has changed this file meanwhile.',
  );
  // A name with such a character cannot end its own isolation.
  expect(isolated('\u2069\u202Eana')).toBe('\u2068\u202Eana\u2069');
  expect(t('review.usernameChangedFileMeanwhile', { username: 'محمد' })).toBe('محمد has changed this file meanwhile.');
});
