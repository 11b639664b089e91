import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { SANDBOX_CHECKOUT } from '../../../web/testing/checkout.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listUsers } from '../../accounts/accounts.calls.ts';
import type { User } from '../../accounts/user.ts';
import { listOperatorNotices, type OperatorNotice } from '../../shop/notices/notices.calls.ts';
import { getApplicationConfiguration, type ApplicationConfiguration } from '../../shop/settings.calls.ts';
import { bookPayment, listPayments, reviewPayment, type PaymentMessage } from '../payments.calls.ts';
import { listSandboxPayments, sendSandboxNotice } from '../sandbox.calls.ts';
import AdminPaymentsScreen from './admin-payments.screen.tsx';
import { expectDraft, expectGuarded } from '../../../web/testing/leaving-check.ts';

// Preloads what a press loads: on a busy machine it would not be there in time.
beforeAll(async () => {
  await Promise.all([import('./review-payment.tsx'), import('./sandbox-notice-form.tsx')]);
});

const message = (fields: Partial<PaymentMessage> = {}): PaymentMessage => ({
  id: 1,
  provider: 'acme',
  kind: 'EVENT',
  received_at: '2026-11-20T10:15:00.000Z',
  times_received: 1,
  verification: 'VERIFIED',
  attempts: 1,
  last_error: null,
  outcome: 'REVIEW',
  reason: 'user',
  transaction_id: '8XJ1',
  parent_transaction_id: null,
  payment_status: 'Completed',
  amount: 50,
  currency: 'EUR',
  username: null,
  open_user_id: null,
  file_id: null,
  open_file_id: null,
  is_test: false,
  reviewed_at: null,
  review_note: null,
  ...fields,
});

const ANA: User = {
  id: 7,
  username: 'ana',
  full_name: 'Ana Petrova',
  email: 'ana@example.com',
  phone: '1',
  country: 'Germany',
  credit_balance: 0,
  ai_credit_balance: 0,
  role: 'CUSTOMER',
  staff_role_id: null,
  status: 'ACTIVE',
  verified: true,
  created_at: '2026-11-20T10:15:00.000Z',
};

type Shown = {
  at?: string;
  isSandbox?: boolean;
  notices?: OperatorNotice[];
  payments_off?: ApplicationConfiguration['payments_off'];
};

function show(
  messages: PaymentMessage[],
  { at = '/admin/payments', isSandbox = false, notices = [], payments_off = null }: Shown = {},
) {
  const api = installFakeApi(
    fake(listPayments, { messages, to_review: messages.length, open: 2, rejected: 3, total: 9, test_credits: null }),
    fake(listUsers, [ANA]),
    fake(listOperatorNotices, notices),
    fake(
      getApplicationConfiguration,
      applicationConfiguration({ checkout: isSandbox ? SANDBOX_CHECKOUT : null, payments_off }),
    ),
    fake(listSandboxPayments, [
      { transaction_id: 'SB1', custom: '7:5', amount: 50, status: 'Completed', created_at: '2026-11-20T10:15:00.000Z' },
    ]),
  );
  return { api, ...renderScreen(<AdminPaymentsScreen />, { at, path: '/admin/payments', user: ADMINISTRATOR }) };
}

const table = () => screen.findByRole('table', { name: 'Payments' });

test('payments to review are shown first, with the reason in words', async () => {
  const { api } = show([message()]);
  expect(screen.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  const row = within(await table());
  expect(row.getByText('8XJ1')).toBeVisible();
  expect(row.getByText('50.00 EUR')).toBeVisible();
  expect(row.getByText('No customer matches this payment.')).toBeVisible();
  expect(api.callsOf(listPayments).map(({ input }) => input)).toEqual([{ show: 'review' }]);
});

test('the shown payments stay until others have arrived', async () => {
  const { api, visitor, location } = show([message()]);
  await screen.findByText('8XJ1');
  api.use(fake(listPayments, () => new Promise(() => {})));
  await visitor.click(screen.getByRole('button', { name: /^All/ }));
  expect(location()).toBe('/admin/payments?show=all');
  expect(screen.getByText('8XJ1')).toBeVisible();
  expect((await table()).closest('[aria-busy="true"]')).not.toBeNull();
});

test('the reason why payments are off is shown with the variable to set, and unrelated notices are not repeated', async () => {
  const raised_at = '2026-11-22T03:00:00.000Z';
  const public_url = 'https://tuning.example.com';
  show([], {
    payments_off: 'NOT_CHOSEN',
    notices: [
      { kind: 'payments.off', details: { public_url }, items: [], raised_at },
      { kind: 'disk.low', details: { free_mb: 1, reserve_mb: 2 }, items: [], raised_at },
    ],
  });
  expect(await screen.findByText('Payments are off: customers cannot buy credits')).toBeVisible();
  expect(
    screen.getByText(/PUBLIC_URL is https:\/\/tuning.example.com.*Set PAYMENT_MODE to a payment provider/),
  ).toBeVisible();
  expect(screen.queryByText(/disk/)).not.toBeInTheDocument();
});

test('payments switched off by the operator are shown as off', async () => {
  show([], { payments_off: 'SWITCHED_OFF' });
  expect(await screen.findByText(/^They are switched off by PAYMENT_MODE=off/)).toBeVisible();
});

test('the other lists are one click away and in the URL', async () => {
  const { api, visitor, location } = show([]);
  expect(await screen.findByText('No payments to review.')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: /^Pending 2/ }));
  await waitFor(() => expect(location()).toBe('/admin/payments?show=open'));
  await visitor.click(screen.getByRole('button', { name: /^All 9/ }));
  await waitFor(() => expect(api.callsOf(listPayments).at(-1)?.input).toEqual({ show: 'all' }));
});

test.each<[string, Partial<PaymentMessage>]>([
  ['Asked 3 times: fetch failed', { outcome: null, verification: 'WAITING', attempts: 3, last_error: 'fetch failed' }],
  ['File 100005 was paid.', { outcome: 'CREDITED', reason: null, file_id: '100005' }],
  ['received 4 times', { outcome: 'CREDITED', reason: null, times_received: 4 }],
  ['of 8XJ0', { outcome: 'REVERSED', reason: null, parent_transaction_id: '8XJ0' }],
  ['TEST', { outcome: 'CREDITED', reason: null, is_test: true }],
  ['Payment pending', { outcome: 'IGNORED', reason: 'pending', payment_status: 'Pending' }],
])('a message shows "%s" when that applies', async (text, fields) => {
  show([message(fields)], { at: '/admin/payments?show=all' });
  expect(within(await table()).getByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Review 8XJ1' })).not.toBeInTheDocument();
});

test('the review dialog is sound', async () => {
  const { visitor } = show([message()]);
  await table();
  const opener = () => screen.getByRole('button', { name: 'Review 8XJ1' });
  await expectSoundDialog({ of: 'features/payments/web/review-payment.tsx', visitor, name: 'Review 8XJ1', opener });
});

test('the money is booked to the balance of the chosen customer', async () => {
  const { api, visitor } = show([message()]);
  api.use(fake(bookPayment, message({ outcome: 'CREDITED', username: 'ana' })));
  await visitor.click(await screen.findByRole('button', { name: 'Review 8XJ1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review 8XJ1' }));
  await visitor.type(dialog.getByLabelText(/^What was done/), 'Ana wrote to us.');
  await visitor.type(dialog.getByLabelText('Customer'), 'ana');
  await visitor.click(await screen.findByRole('option', { name: /ana@example.com/ }));
  expect(dialog.getByLabelText('Credits')).toHaveValue('50.00');
  await visitor.click(dialog.getByRole('button', { name: 'Put on the balance' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(api.callsOf(bookPayment).map(({ input }) => input)).toEqual([
    { id: '1', user_id: 7, credits: 50, note: 'Ana wrote to us.' },
  ]);
});

test('a payment of "1,000" is not booked as 1: both readings are named, and "1,234.50" is booked', async () => {
  const { api, visitor } = show([message()]);
  api.use(fake(bookPayment, message({ outcome: 'CREDITED', username: 'ana' })));
  await visitor.click(await screen.findByRole('button', { name: 'Review 8XJ1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review 8XJ1' }));
  await visitor.type(dialog.getByLabelText(/^What was done/), 'Ana wrote to us.');
  await visitor.type(dialog.getByLabelText('Customer'), 'ana');
  await visitor.click(await screen.findByRole('option', { name: /ana@example.com/ }));
  const credits = dialog.getByLabelText('Credits');
  await visitor.clear(credits);
  await visitor.type(credits, '1,000');
  await visitor.click(dialog.getByRole('button', { name: 'Put on the balance' }));
  expect(await dialog.findByText(/“1,000” can be read as “1000” or as “1”[.]/)).toBeVisible();
  expect(api.callsOf(bookPayment)).toEqual([]);
  await visitor.clear(credits);
  await visitor.type(credits, '1,234.50');
  await visitor.click(dialog.getByRole('button', { name: 'Put on the balance' }));
  await waitFor(() => expect(api.callsOf(bookPayment)).toHaveLength(1));
  expect(api.callsOf(bookPayment)[0]?.input).toMatchObject({ user_id: 7, credits: 1234.5 });
});

test('an amount in another currency is never taken for credits', async () => {
  const { visitor } = show([message({ currency: 'USD', reason: 'currency' })]);
  await visitor.click(await screen.findByRole('button', { name: 'Review 8XJ1' }));
  expect(screen.getByLabelText('Credits')).toHaveValue('');
});

test.each(['Refunded', 'Reversed', 'Pending'])('a message with the status %s cannot be booked', async (status) => {
  const { visitor } = show([message({ payment_status: status })]);
  await visitor.click(await screen.findByRole('button', { name: 'Review 8XJ1' }));
  expect(await screen.findByRole('button', { name: 'Close without crediting' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Put on the balance' })).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Credits')).not.toBeInTheDocument();
});

test('a message without a payment can only be closed with a note, and a refusal is shown', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, visitor } = show([message({ payment_status: null, transaction_id: null, reason: 'unreadable' })]);
  await visitor.click(await screen.findByRole('button', { name: 'Review #1' }));
  expect(screen.queryByRole('button', { name: 'Put on the balance' })).not.toBeInTheDocument();
  api.use(fake(reviewPayment, no(400, 'Please write what was done.', 'note')));
  const done = screen.getByRole('button', { name: 'Close without crediting' });
  await visitor.click(done);
  expect(await screen.findByText('Please write what was done.')).toBeVisible();
  api.use(fake(reviewPayment, message({ reviewed_at: '2026-11-20T10:15:00.000Z' })));
  await visitor.type(screen.getByLabelText(/^What was done/), 'Nobody we know.');
  await visitor.click(done);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(api.callsOf(reviewPayment).at(-1)?.input).toEqual({ id: '1', note: 'Nobody we know.' });
});

test('the sandbox section is shown only in the sandbox', async () => {
  show([message()]);
  await table();
  expect(screen.queryByRole('region', { name: 'Sandbox' })).not.toBeInTheDocument();
});

const noticeButton = () => screen.getByRole('button', { name: 'Send a notice about SB1' });

test('the sandbox notice dialog is sound', async () => {
  const { visitor } = show([], { isSandbox: true });
  await screen.findByRole('button', { name: 'Send a notice about SB1' });
  const opener = noticeButton;
  await expectSoundDialog({
    of: 'features/payments/web/sandbox-notice-form.tsx',
    visitor,
    name: 'Send a notice',
    opener,
  });
});

test('a sandbox notice is sent with the chosen settings', async () => {
  const { api, visitor } = show([], { isSandbox: true });
  api.use(fake(sendSandboxNotice, { transaction_id: 'R1' }));
  await screen.findByRole('button', { name: 'Send a notice about SB1' });
  expect(screen.getByText('TEST MODE')).toBeVisible();
  await visitor.click(noticeButton());
  await visitor.selectOptions(screen.getByLabelText('Status'), 'Reversed');
  await visitor.selectOptions(screen.getByLabelText('Reason'), 'chargeback');
  await visitor.selectOptions(screen.getByLabelText('Forged'), 'yes');
  await visitor.type(screen.getByLabelText('Amount'), '-20.00');
  await visitor.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(api.callsOf(sendSandboxNotice).map(({ input }) => input)).toEqual([
    {
      transaction_id: 'SB1',
      status: 'Reversed',
      charset: 'windows-1252',
      currency: 'EUR',
      copies: 1,
      delay_seconds: 0,
      forged: true,
      amount: '-20.00',
      reason_code: 'chargeback',
    },
  ]);
});

test('the total of spendable sandbox credits is shown, and nothing when there are none', async () => {
  const counts = { messages: [], to_review: 0, open: 0, rejected: 0, total: 0 };
  const api = show([]);
  await screen.findByText('No payments to review.');
  expect(screen.queryByText('Credits from the sandbox can be spent')).toBeNull();
  cleanup();
  api.api.use(fake(listPayments, { ...counts, test_credits: { credits: 120.5, customers: 2 } }));
  renderScreen(<AdminPaymentsScreen />, { at: '/admin/payments', user: ADMINISTRATOR });
  expect(await screen.findByText(/^120.50 CRS of 2 customers were test payments/)).toBeVisible();
});

test('leaving an unsaved review asks first; its note is stored as a draft until it is sent', async () => {
  const review = async (visitor: ReturnType<typeof show>['visitor']) =>
    visitor.click(await screen.findByRole('button', { name: 'Review 8XJ1' }));
  const note = () => screen.getByLabelText(/^What was done/);
  const shown = show([message()]);
  await expectDraft(shown, {
    of: 'features/payments/web/review-payment.tsx',
    change: async () => {
      await review(shown.visitor);
      await shown.visitor.type(note(), 'Ana wrote to us.');
    },
    reopen: () => review(shown.visitor),
    isThere: () => expect(note()).toHaveValue('Ana wrote to us.'),
  });
  shown.unmount();
  const again = show([message()]);
  await expectGuarded(again, {
    of: 'features/payments/web/review-payment.tsx',
    change: async () => {
      await review(again.visitor);
      await again.visitor.type(screen.getByLabelText('Credits'), '1');
    },
  });
});

test('leaving a sandbox notice with unsent input asks first', async () => {
  const shown = show([], { isSandbox: true });
  await expectGuarded(shown, {
    of: 'features/payments/web/sandbox-notice-form.tsx',
    change: async () => {
      await shown.visitor.click(await screen.findByRole('button', { name: 'Send a notice about SB1' }));
      await shown.visitor.type(screen.getByLabelText('Receiver'), 'x');
    },
  });
});
