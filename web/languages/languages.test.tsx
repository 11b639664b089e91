import { QueryClientProvider } from '@tanstack/react-query';
// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { getApplicationConfiguration } from '../../portal/settings/settings.contract.ts';
import { queryClient } from '../query-client.ts';
import { LocalizedApp } from '../spoken.tsx';
import { applicationConfiguration } from '../testing/application-configuration.ts';
import { fake, installFakeApi } from '../testing/fake-api.ts';
import { setLanguage, t } from '../text.ts';
import { LanguageChoice } from './language-choice.tsx';
import { loadLanguage, chosenLanguage } from './languages.ts';
import { stretched } from './stretched.ts';

vi.mock('../routing.tsx', () => ({
  Routing: () => (
    <>
      <h1>{t('My Files')}</h1>
      <LanguageChoice />
    </>
  ),
}));
vi.mock('./it.json', () => {
  throw new Error('The line is cut.');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await setLanguage('en', {});
});

const browserSpeaks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

describe('the language at the start', () => {
  test('is the first of the browser that the portal has', () => {
    browserSpeaks('sq-AL', 'mk-MK', 'de');
    expect(chosenLanguage()).toBe('mk');
  });

  test('is English when the portal has none of them', () => {
    browserSpeaks('sq-AL');
    expect(chosenLanguage()).toBe('en');
  });

  test.each([
    ['de', 'de'],
    ['en', 'en'],
    ['tlh', 'fr'],
    ['toString', 'fr'],
  ])('is the one chosen before: %s stored, %s spoken by a browser in French', (stored, spoken) => {
    browserSpeaks('fr');
    localStorage.setItem('language', stored);
    expect(chosenLanguage()).toBe(spoken);
  });
});

function showSpoken() {
  installFakeApi(fake(getApplicationConfiguration, applicationConfiguration()));
  render(
    <QueryClientProvider client={queryClient}>
      <LocalizedApp />
    </QueryClientProvider>,
  );
}

test('choosing a language draws the page in it, sets it on the document, and is remembered', async () => {
  const visitor = userEvent.setup();
  showSpoken();
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(await screen.findByRole('heading', { name: 'Meine Dateien' })).toBeVisible();
  expect(document.documentElement.lang).toBe('de');
  expect(chosenLanguage()).toBe('de');
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Sprache' }), 'English');
  expect(await screen.findByRole('heading', { name: 'My Files' })).toBeVisible();
  expect(chosenLanguage()).toBe('en');
});

test('a language that cannot be loaded changes nothing, and is reported', async () => {
  const visitor = userEvent.setup();
  showSpoken();
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Italiano');
  expect(await screen.findByRole('alert')).toHaveTextContent('This language could not be loaded. Please try again.');
  expect(screen.getByRole('heading', { name: 'My Files' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en'));
  expect(localStorage.getItem('language')).toBeNull();
});

test('the server’s sentences are translated too, with the values that it has put in', async () => {
  await loadLanguage('de');
  const error = new ApiError(
    400,
    'files.price_changed',
    'The price has changed to 80 CRS. Please check it and confirm again.',
  );
  expect(error.message).toMatch(/^Der Preis .*80 CRS/);
  expect(new ApiError(400, 'x', 'Nobody has foreseen this.').message).toBe('Nobody has foreseen this.');
});

test('a price is distinguished from a reason: values are found where the sentence has them, also twice', async () => {
  const { patternsOf } = await import('./patterns.ts');
  const find = patternsOf(['Paid {price} CRS (of {price} CRS).', '{a}: {b}', 'Pay {x}. Why?']);
  expect(find('Paid 5 CRS (of 5 CRS).')).toEqual({ key: 'Paid {price} CRS (of {price} CRS).', values: { price: '5' } });
  expect(find('Paid 5 CRS (of 6 CRS).')).toBeUndefined();
  expect(find('File: gone')).toBeUndefined();
  expect(find('Pay 1+1. Why?')).toEqual({ key: 'Pay {x}. Why?', values: { x: '1+1' } });
  expect(find('Pay 1+1. Whyx')).toBeUndefined();
});

test('stretched English is 40 % longer, and keeps its values', () => {
  const sentence = stretched('Total files: {count}', { count: 7 });
  expect(sentence).toMatch(/^‹Tótál fílés: 7 ?~/);
  expect(sentence.length).toBeGreaterThanOrEqual('Total files: 7'.length * 1.4);
});
