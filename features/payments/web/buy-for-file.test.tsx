import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { CHECKOUT, SANDBOX_CHECKOUT } from '../../../web/testing/checkout.ts';
import { FakeNo, fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { detailOf } from '../../../web/testing/ticket-examples.ts';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { getFile, listFileHistory } from '../../files/files.calls.ts';
import { getApplicationConfiguration, type ApplicationConfiguration } from '../../shop/settings.calls.ts';
import ViewFileWithTicketScreen from '../../files/page/web/view-file-with-ticket.screen.tsx';

const PRICED = {
  status: 'PROCESSED',
  feasible: 'POSSIBLE',
  ticket_id: null,
  mod_file_name: 'golf_stage1.bin',
} as const;

function show(configuration: Partial<ApplicationConfiguration> | FakeNo, { balance = 12.5 } = {}) {
  const api = installFakeApi(
    fake(getFile, detailOf(PRICED)),
    fake(listFileHistory, []),
    fake(getMyUser, myUser({ credit_balance: balance })),
    fake(
      getApplicationConfiguration,
      configuration instanceof FakeNo ? configuration : applicationConfiguration(configuration),
    ),
  );
  return { api, ...renderScreen(<ViewFileWithTicketScreen />, { at: '/view-file/5', path: '/view-file/:id' }) };
}

const payment = async () => within(await screen.findByRole('region', { name: 'Payment' }));
const form = async () => (await payment()).findByRole<HTMLFormElement>('form', { name: 'Payment' });

test.each([
  ['with a provider', { checkout: CHECKOUT }, CHECKOUT],
  ['in the sandbox', { checkout: SANDBOX_CHECKOUT }, SANDBOX_CHECKOUT],
  ['while a banner is set', { checkout: CHECKOUT, header_banner_text: 'Closed <b>today</b>' }, CHECKOUT],
])(
  '"Buy Credits & Pay" on a file page posts the provider’s form itself, with customer and file, %s',
  { tags: ['C-VIEW-30', 'X-PAY-01', 'X-PAY-05'] },
  async (_, configuration, checkout) => {
    show(configuration);
    const posted = await form();
    expect(within(posted).getByRole('button', { name: 'Buy Credits & Pay' })).toHaveAttribute('type', 'submit');
    expect([posted.method, posted.getAttribute('action')]).toEqual(['post', checkout.action]);
    expect(Object.fromEntries(new FormData(posted))).toEqual({
      ...checkout.fields,
      reference: `${CUSTOMER.id}:5`,
      total: '48.00',
    });
    expect(screen.getByRole('link', { name: 'Other amount' })).toHaveAttribute('href', '/buy-credits?file=5&amount=48');
    expect(screen.queryByRole('button', { name: 'Confirm & Pay' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Buy Credits & Pay' })).not.toBeInTheDocument();
  },
);

test('the sandbox form shows TEST MODE, and that of a real provider does not', async () => {
  const { unmount } = show({ checkout: SANDBOX_CHECKOUT });
  await form();
  expect(screen.getByText('TEST MODE')).toBeVisible();
  unmount();
  show({ checkout: CHECKOUT });
  await form();
  expect(screen.queryByText('TEST MODE')).not.toBeInTheDocument();
});

test('with a sufficient balance the file is paid from it, and no credits are sold', async () => {
  show({ checkout: CHECKOUT }, { balance: 60 });
  expect(await (await payment()).findByRole('button', { name: 'Confirm & Pay' })).toBeVisible();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test.each([
  ['SWITCHED_OFF', 'Buying credits is not set up on this portal.'],
  ['NOT_CHOSEN', 'Credits cannot be bought here yet.'],
] as const)('with payments off (%s) the page shows that without naming a variable', async (payments_off, sentence) => {
  show({ payments_off });
  expect(await (await payment()).findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/PAYMENT_MODE|PUBLIC_URL/);
});

test('when the payment settings cannot be loaded, the request can be retried', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, visitor } = show(no(500));
  const retry = await (await payment()).findByRole('button', { name: 'Retry' });
  api.use(fake(getApplicationConfiguration, applicationConfiguration({ checkout: CHECKOUT })));
  await visitor.click(retry);
  await waitFor(async () => expect(await form()).toBeInTheDocument());
});
