import { QueryClientProvider } from '@tanstack/react-query';
// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { alreadyOff } from '../../features/dtc-off/dtc-off.rules.ts';
import { FILE_FIELD_LABELS } from '../../features/files/file-field-labels.ts';
import { balanceChanged } from '../../features/credits/credits.calls.ts';
import { priceChanged } from '../../features/files/files.rules.ts';
import { BadInput, type Refusal, sentence } from '../../contract/refusal.ts';
import { ApiError } from '../client/api-error.ts';
import { getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { queryClient } from '../client/query-client.ts';
import { LocalizedApp } from '../../app/web/app.tsx';
import { applicationConfiguration } from '../testing/application-configuration.ts';
import { fake, installFakeApi } from '../testing/fake-api.ts';
import { errorText, sentenceText, setLanguage, t, chooseText } from './text.ts';
import { LanguageChoice } from './language-choice.tsx';
import german from '../../contract/languages/de.json';
import { chooseAsVisitor, getChosenLanguage, loadLanguage, takeVisitorLanguage } from './languages.ts';
import { stretchText } from './stretched.ts';

vi.mock('../../app/web/routing.tsx', () => ({
  Routing: () => (
    <>
      <h1>{t('common.myFiles')}</h1>
      <LanguageChoice />
    </>
  ),
}));
vi.mock('../../contract/languages/it.json', () => {
  throw new Error('The line is cut.');
});

afterEach(async () => {
  await setLanguage('en', {});
});

const browserSpeaks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

test('the list of languages does not take the focus on a page that is drawn for another reason', () => {
  const { unmount } = render(<LanguageChoice />);
  screen.getByRole('combobox').focus();
  unmount();
  render(<LanguageChoice />);
  expect(screen.getByRole('combobox')).not.toHaveFocus();
});

test('numbers in sentences have the decimal sign of the language', async () => {
  await setLanguage('de', german);
  expect(t('files.review.plain.muchChanged', { percent: 0.01 })).toContain('0,01 %');
  const { code, message, values = {} } = balanceChanged({ balance: { cents: 6000 } });
  expect(message).toContain('now 60.00');
  expect(errorText(code, message, values)).toContain('60,00');
});

describe('the language at the start', () => {
  test('is the browser’s first language that the portal has', () => {
    browserSpeaks('sq-AL', 'mk-MK', 'de');
    expect(getChosenLanguage()).toBe('mk');
  });

  test('is English when the portal has none of the browser’s', () => {
    browserSpeaks('sq-AL');
    expect(getChosenLanguage()).toBe('en');
  });

  test.each([
    ['de', 'de'],
    ['en', 'en'],
    ['tlh', 'fr'],
    ['toString', 'fr'],
  ])('is the stored choice if it is valid: %s stored, %s used in a French browser', (stored, used) => {
    browserSpeaks('fr');
    localStorage.setItem('language', stored);
    expect(getChosenLanguage()).toBe(used);
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

test('a chosen language is applied to the page and the document, and is remembered', async () => {
  const visitor = userEvent.setup();
  showSpoken();
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(await screen.findByRole('heading', { name: 'Meine Dateien' })).toBeVisible();
  expect(document.documentElement.lang).toBe('de');
  expect(getChosenLanguage()).toBe('de');
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Sprache' }), 'English');
  expect(await screen.findByRole('heading', { name: 'My Files' })).toBeVisible();
  expect(getChosenLanguage()).toBe('en');
});

test('the list of languages keeps the focus when the choice redraws the page, so that the keyboard can go on', async () => {
  const visitor = userEvent.setup();
  showSpoken();
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(await screen.findByRole('combobox', { name: 'Sprache' })).toHaveFocus();
  act(() => screen.getByRole('combobox', { name: 'Sprache' }).blur());
  await act(() => setLanguage('en', {}));
  expect(screen.getByRole('combobox', { name: 'Language' })).not.toHaveFocus();
});

test('a language chosen before the login counts for it at once, even before its texts have loaded', async () => {
  const loading = chooseAsVisitor('es');
  expect(takeVisitorLanguage()).toBe('es');
  await loading;
  expect(takeVisitorLanguage()).toBeNull();
});

test('a language that fails to load changes nothing, and is reported', async () => {
  const visitor = userEvent.setup();
  showSpoken();
  await visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Italiano');
  expect(await screen.findByRole('alert')).toHaveTextContent('This language could not be loaded. Please try again.');
  expect(screen.getByRole('heading', { name: 'My Files' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en'));
  expect(localStorage.getItem('language')).toBeNull();
});

test('a refusal by the server is shown in the reader’s language, by its code and with its values', async () => {
  await loadLanguage('de');
  const messageOf = (refusal: Refusal) =>
    new ApiError(400, refusal.code, refusal.message, { values: refusal.values }).message;
  expect(messageOf(priceChanged({ price: 80 }))).toMatch(/^Der Preis .*80 CRS/);
  expect(messageOf(alreadyOff({ codes: ['P0401', 'P2002'] }))).toContain('P0401, P2002');
  const missing = new BadInput('errors.http.bad_input', 'errors.accounts.fill_password', 'password');
  expect(missing.code).toBe('http.bad_input');
  expect(messageOf(missing)).toBe(german['errors.accounts.fill_password']);
  expect(new ApiError(400, 'x', 'Nobody has foreseen this.').message).toBe('Nobody has foreseen this.');
});

test('a number of one is followed by the singular, in English and in the reader’s language', async () => {
  const unread = (count: number) => t('messaging.bell.unreadCount', { count });
  const sessions = (count: number) => t('accounts.security.sessionCount', { count });
  expect([sessions(1), sessions(2)]).toEqual(['1 session', '2 sessions']);
  await loadLanguage('fr');
  expect([unread(1), unread(2)]).toEqual(['Notifications, 1 non lue', 'Notifications, 2 non lues']);
});

test('stretched English is 40 % longer, and keeps its values', () => {
  const longer = stretchText('Total files: {count}', { count: 7 });
  expect(longer).toMatch(/^‹Tótál fílés: 7 ?~/);
  expect(longer.length).toBeGreaterThanOrEqual('Total files: 7'.length * 1.4);
});

test('a reason sent by the server is shown in the reader’s language, also within a refusal', async () => {
  await loadLanguage('de');
  const reason = sentence('errors.ecu.checksums_wrong_before', { names: 'Block 1' });
  expect(sentenceText(reason)).toBe('Schon vor jeder Änderung falsch: Block 1.');
  expect(new ApiError(400, 'dtc-off.not_generated', 'No file was made.', { values: { reason } }).message).toBe(
    'Es wurde keine Datei erzeugt und nichts abgebucht. Schon vor jeder Änderung falsch: Block 1.',
  );
});

test('the kind of a file is named in the reader’s language within a refusal', async () => {
  await loadLanguage('de');
  const refused = (type: string) => sentenceText(sentence('errors.analysis.not_a_memory', { type }));
  expect(refused('Windows program')).toBe(
    'Dies ist nicht der Speicher eines Steuergeräts, sondern sieht aus wie: Windows-Programm.',
  );
  expect(refused('ODX')).toContain('ODX');
});

test('a reason stored without a code, or with an unknown code, is shown unchanged', async () => {
  await loadLanguage('de');
  const message = 'The table could be at several offsets.';
  expect(sentenceText({ code: null, values: {}, message })).toBe(message);
  expect(sentenceText({ code: 'ecu.not_known_yet', values: {}, message })).toBe(message);
});

test('a text with inline translations is shown in the reader’s language, and longer in stretched English', async () => {
  const brand = FILE_FIELD_LABELS.brand.form;
  expect(chooseText(brand)).toBe('Brand');
  await loadLanguage('de');
  expect(chooseText(brand)).toBe('Marke');
  await loadLanguage('en-XA');
  expect(chooseText(brand)).toBe('‹Bránd›');
});
