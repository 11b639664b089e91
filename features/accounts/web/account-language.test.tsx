import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { setLanguage } from '../../../web/languages/text.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import * as contract from '../accounts.calls.ts';
import type { Language } from '../../../contract/languages.ts';
import AccountSettingsScreen from './account-settings.screen.tsx';
import LoginScreen from './login.screen.tsx';

let api: FakeApi;
beforeEach(async () => {
  localStorage.clear();
  await setLanguage('en', {});
  api = installFakeApi(
    fake(contract.getMyUser, myUser()),
    fake(contract.updateMyLanguage, ({ language }) => ({ language })),
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration()),
  );
});

const stored = () => api.callsOf(contract.updateMyLanguage).map(({ input }) => input);
const drawnIn = () => document.documentElement.lang;

describe('in the settings', () => {
  test('the chosen language is stored with the account, and the pages switch to it', async () => {
    const { visitor } = renderScreen(<AccountSettingsScreen />, { at: '/account-settings' });
    await visitor.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
    await waitFor(() => expect([stored(), drawnIn()]).toEqual([[{ language: 'de' }], 'de']));
    expect(localStorage.getItem('language')).toBe('de');
  });

  test('a choice that could not be stored changes nothing, and shows an error', async () => {
    api.use(fake(contract.updateMyLanguage, no(500)));
    const { visitor } = renderScreen(<AccountSettingsScreen />, { at: '/account-settings' });
    await visitor.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again.');
    expect([drawnIn(), localStorage.getItem('language')]).toEqual(['en', null]);
  });
});

describe('a sign-in', () => {
  const logIn = async (language: Language | undefined, before?: string) => {
    api.use(fake(contract.login, { token: tokenOf(CUSTOMER), language }));
    const { visitor, location } = renderScreen(<LoginScreen />, { at: '/login', path: '/login', user: null });
    const drawnBefore = drawnIn();
    if (before) {
      await visitor.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), before);
      // The texts arrive later, and the fields are drawn again with them.
      await waitFor(() => expect(drawnIn()).not.toBe(drawnBefore));
    }
    await visitor.type(await screen.findByLabelText(/^(Email|Correo)/), 'ana@example.com');
    await visitor.type(screen.getByLabelText(/^(Password|Contraseña)/, { selector: 'input' }), 'Petrol-Teal-26');
    await visitor.click(screen.getByRole('button', { name: /^(Login|Iniciar sesión)$/ }));
    await waitFor(() => expect(location()).toBe('/dashboard'));
  };

  test('on a new device continues in the language of the account, which the device then stores', async () => {
    await logIn('mk');
    // Stored as well, for a page that is reloaded immediately.
    expect(localStorage.getItem('language')).toBe('mk');
    expect(document.cookie).toContain('language=mk');
    await waitFor(() => expect(drawnIn()).toBe('mk'));
    expect(stored()).toEqual([]);
  });

  test('with a language chosen on the login page stores it with the account', async () => {
    await logIn('mk', 'Español');
    await waitFor(() => expect([stored(), drawnIn()]).toEqual([[{ language: 'es' }], 'es']));
    await logIn('es');
    expect(stored()).toHaveLength(1);
  });

  test('to an account without a language leaves the page as it is', async () => {
    await logIn(undefined);
    expect([drawnIn(), localStorage.getItem('language'), stored()]).toEqual(['en', null, []]);
  });
});
