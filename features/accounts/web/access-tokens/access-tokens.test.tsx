import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { expectGuarded } from '../../../../web/testing/leaving-check.ts';
import { CUSTOMER, renderScreen } from '../../../../web/testing/render-screen.tsx';
import * as contract from '../../access-tokens.calls.ts';
import AccessTokens from './access-tokens.tsx';

const TOKEN: contract.AccessToken = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  name: 'Accounting',
  token_hint: 'x7Kq2A',
  capabilities: ['files.upload'],
  created_at: '2026-11-20T08:00:00.000Z',
  expires_at: '2027-02-18T08:00:00.000Z',
  last_used_at: null,
};

function show(tokens: contract.AccessToken[] = [TOKEN]) {
  const api = installFakeApi(
    fake(contract.listAccessTokens, tokens),
    fake(contract.createAccessToken, { ...TOKEN, token: 'tdt_eyJhbGciOi' }),
    fake(contract.deleteAccessToken, { message: 'The token is ended.' }),
  );
  return { api, ...renderScreen(<AccessTokens />, { at: '/account-settings', user: CUSTOMER }) };
}

const button = (name: string) => screen.getByRole('button', { name });

test('a token is created with what was chosen, and is shown once', async () => {
  const { api, visitor } = show([]);
  expect(await screen.findByText('There are no tokens.')).toBeVisible();
  await visitor.click(button('Create a token'));
  const dialog = within(await screen.findByRole('dialog'));
  await visitor.click(dialog.getByRole('button', { name: 'Create a token' }));
  expect(dialog.getByText('Enter a name.')).toBeVisible();
  await visitor.type(dialog.getByLabelText(/^Name/), 'Accounting');
  await visitor.selectOptions(dialog.getByLabelText('Valid for'), '7 days');
  await visitor.click(dialog.getByLabelText('Upload files.'));
  // What only staff may do is not offered to a customer.
  expect(dialog.queryByLabelText(/Set the price/)).toBeNull();
  await visitor.type(dialog.getByLabelText(/^Current Password/), 'Petrol-Teal-26');
  await visitor.click(dialog.getByRole('button', { name: 'Create a token' }));
  expect(await screen.findByText('tdt_eyJhbGciOi')).toBeVisible();
  expect(api.callsOf(contract.createAccessToken).map(({ input }) => input)).toMatchObject([
    { name: 'Accounting', days: 7, capabilities: ['files.upload'], current_password: 'Petrol-Teal-26' },
  ]);
});

test('a token is listed with its end, and ended after a confirmation', async () => {
  const { api, visitor } = show();
  expect(await screen.findByText('tdt_…x7Kq2A')).toBeVisible();
  expect(screen.getByText('never')).toBeVisible();
  await visitor.click(button('End'));
  await visitor.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }));
  expect(api.callsOf(contract.deleteAccessToken)).toHaveLength(1);
});

test('both dialogs are sound, and the form guards what was typed', async () => {
  const shown = show();
  await screen.findByRole('button', { name: 'End' });
  const { visitor } = shown;
  await expectSoundDialog({
    of: 'features/accounts/web/access-tokens/access-tokens.tsx',
    visitor,
    name: 'End the token?',
    role: 'alertdialog',
    opener: () => button('End'),
  });
  await expectSoundDialog({
    of: 'features/accounts/web/access-tokens/create-token-dialog.tsx',
    visitor,
    name: 'Create a token',
    opener: () => button('Create a token'),
  });
  await expectGuarded(shown, {
    of: 'features/accounts/web/access-tokens/create-token-dialog.tsx',
    change: async () => {
      await visitor.click(button('Create a token'));
      await visitor.type(within(await screen.findByRole('dialog')).getByLabelText(/^Name/), 'Accounting');
    },
  });
});
