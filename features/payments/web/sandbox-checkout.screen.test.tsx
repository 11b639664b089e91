import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { getFile } from '../../files/files.calls.ts';
import { paySandbox } from '../sandbox.calls.ts';
import SandboxCheckoutScreen from './sandbox-checkout.screen.tsx';
import { readTexts } from '../../../web/testing/table-cells.ts';

const FORM = {
  custom: '7',
  return: '/buy-credits?success=true',
  cancel_return: '/buy-credits',
};

function show(form: Partial<typeof FORM> = {}) {
  const api = installFakeApi(
    fake(getMyUser, myUser({ credit_balance: 12.5 })),
    fake(getFile, no(404)),
    fake(paySandbox, { transaction_id: 'T1' }),
  );
  const at = `/sandbox-checkout?${new URLSearchParams({ ...FORM, ...form }).toString()}`;
  return { api, ...renderScreen(<SandboxCheckoutScreen />, { at, path: '/sandbox-checkout' }) };
}

test('shows TEST MODE and amounts in EUR, with 50 preselected', () => {
  show();
  expect(screen.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  expect(screen.getByText('TEST MODE')).toBeVisible();
  const menu = screen.getByRole('combobox', { name: 'Amount' });
  expect(menu).toHaveValue('50');
  expect(readTexts(menu.querySelectorAll('option'))).toEqual([
    '10.00 EUR',
    '25.00 EUR',
    '50.00 EUR',
    '100.00 EUR',
    '250.00 EUR',
  ]);
});

test('Pay now pays the amount for the customer named in the form, and leads back', async () => {
  // The file of this form no longer exists; that is no reason not to buy.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, visitor, location } = show({ custom: '7:5' });
  await visitor.selectOptions(await screen.findByRole('combobox', { name: 'Amount' }), '100');
  await visitor.click(screen.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(location()).toBe('/buy-credits?success=true&st=Completed'));
  expect(api.callsOf(paySandbox).map(({ input }) => input)).toEqual([
    { custom: '7:5', amount: 100, outcome: 'Completed' },
  ]);
});

test('a payment can be left pending', async () => {
  const { api, visitor, location } = show();
  await visitor.click(screen.getByRole('button', { name: 'Leave it pending' }));
  await waitFor(() => expect(location()).toBe('/buy-credits?success=true&st=Pending'));
  expect(api.callsOf(paySandbox)[0]?.input.outcome).toBe('Pending');
});

test('Cancel pays nothing and leads back', async () => {
  const { api, visitor, location } = show();
  await visitor.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(location()).toBe('/buy-credits');
  expect(api.callsOf(paySandbox)).toEqual([]);
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  '%s is not accepted as a return address',
  async (elsewhere) => {
    const { visitor, location } = show({ return: elsewhere, cancel_return: elsewhere });
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/buy-credits');
    await visitor.click(screen.getByRole('button', { name: 'Pay now' }));
    await waitFor(() => expect(location()).toBe('/buy-credits?success=true&st=Completed'));
  },
);

test('a failed payment shows an error and can be retried', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, visitor, location } = show();
  api.use(fake(paySandbox, no(500)));
  await visitor.click(screen.getByRole('button', { name: 'Pay now' }));
  expect(await screen.findByText('Payment failed')).toBeVisible();
  api.use(fake(paySandbox, { transaction_id: 'T1' }));
  await visitor.click(screen.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(location()).toContain('success=true'));
});
