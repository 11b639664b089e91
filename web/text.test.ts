// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { currentLanguage, isolated, onLanguageChange, setLanguage, t } from './text.ts';

afterEach(() => setLanguage('en', {}));

test('an English sentence is its own translation, with its values filled in', () => {
  expect(t('No results for “{q}”', { q: '<b>.$&' })).toBe('No results for “<b>.$&”');
  expect(t('Loading: 50%. Wait {n}')).toBe('Loading: 50%. Wait {n}');
});

test('another language loads its sentences, its plurals and its code, and falls back to English', async () => {
  const redraw = vi.fn<() => void>();
  const stop = onLanguageChange(redraw);
  await setLanguage('de', {
    Close: 'Schließen',
    '{count} rows_one': '{count} Zeile',
    '{count} rows_other': '{count} Zeilen',
  });
  stop();
  expect([t('Close'), t('{count} rows', { count: 1 }), t('{count} rows', { count: 3 })]).toEqual([
    'Schließen',
    '1 Zeile',
    '3 Zeilen',
  ]);
  expect(t('Not translated: {what}', { what: 'this' })).toBe('Not translated: this');
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['de', 'de']);
  expect(redraw).toHaveBeenCalledOnce();
});

test('a name that turns the direction of its line turns none of the words around it', () => {
  expect(t('{username} has changed this file meanwhile.', { username: 'ana\u202Egnp' })).toBe(
    '\u2068ana\u202Egnp\u2069 has changed this file meanwhile.',
  );
  // It cannot end its own isolation.
  expect(isolated('\u2069\u202Eana')).toBe('\u2068\u202Eana\u2069');
  expect(t('{username} has changed this file meanwhile.', { username: 'محمد' })).toBe(
    'محمد has changed this file meanwhile.',
  );
});
