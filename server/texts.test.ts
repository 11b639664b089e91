import { expect, test } from 'vitest';
import { getTexts } from './texts.ts';

test.each([
  ['en', '1 open file', '2 open files'],
  ['de', '1 offene Datei', '2 offene Dateien'],
  ['mk', '1 отворена датотека', '2 отворени датотеки'],
  ['es', '1 archivo abierto', '2 archivos abiertos'],
  ['it', '1 file aperto', '2 file aperti'],
  ['fr', '1 fichier ouvert', '2 fichiers ouverts'],
])('a number has the plural of its language in mails and downloads: %s', (language, one, several) => {
  const { t } = getTexts(language);
  expect([t('accounts.leftovers.openFiles', { count: 1 }), t('accounts.leftovers.openFiles', { count: 2 })]).toEqual([
    one,
    several,
  ]);
});

test('Macedonian has the singular for 21, and French for 0', () => {
  expect(getTexts('mk').t('accounts.leftovers.openFiles', { count: 21 })).toBe('21 отворена датотека');
  expect(getTexts('fr').t('accounts.leftovers.openFiles', { count: 0 })).toBe('0 fichier ouvert');
});
