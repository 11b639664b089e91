import { buildFileDetail, buildFileRecord } from '../../files/files.factory.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { CHECKOUT, SANDBOX_CHECKOUT } from '../../../web/testing/checkout.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { queriesSettled } from '../../../web/testing/queries-settled.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { getFile } from '../../files/files.calls.ts';
import type { File, FileDetail } from '../../files/file.ts';
import { getApplicationConfiguration, type ApplicationConfiguration } from '../../shop/settings.calls.ts';
import { listUserLedger, type LedgerRow } from '../../credits/credits.calls.ts';
import { listPendingPayments, type PendingPayment } from '../payments.calls.ts';
import { buildLedger, buildLedgerRow } from '../../credits/ledger.factory.ts';
import BuyCreditsScreen from './buy-credits.screen.tsx';

const FILE = buildFileRecord({
  file_name: 'golf.bin',
  status: 'PROCESSED',
  feasible: 'POSSIBLE',
  updated_at: '2026-03-02T08:00:00.000Z',
  file_size_bytes: 4,
  mod_file_name: 'golf_mod.bin',
  mod_file_size_bytes: 4,
  mod_file_sha256: 'cd',
  brand: 'Audi',
  ecu: 'EDC17',
  generation: '2011',
  gear: null,
  reading_device: null,
  checked_at: '2026-03-02T09:00:00.000Z',
});
const detailOf = (changes: Partial<File> = {}): FileDetail => buildFileDetail({ ...FILE, ...changes });

type Set = Partial<ApplicationConfiguration> & {
  balance?: number;
  file?: FileDetail | ReturnType<typeof no>;
  pending?: PendingPayment[];
  /** The customer's payments in the ledger, newest first. */
  payments?: LedgerRow[];
};

function show(
  at = '/buy-credits',
  { balance = 12.5, file = detailOf(), pending = [], payments = [], ...configuration }: Set = {},
) {
  const api = installFakeApi(
    fake(getApplicationConfiguration, applicationConfiguration(configuration)),
    fake(getMyUser, myUser({ credit_balance: balance })),
    fake(getFile, file),
    fake(listPendingPayments, pending),
    fake(listUserLedger, ({ source }) => buildLedger(source === 'Payment' ? payments : [])),
  );
  return { api, ...renderScreen(<BuyCreditsScreen />, { at, path: '/buy-credits' }) };
}

const NOT_SET_UP = 'Buying credits is not set up on this portal.';
const PAID = 'Payment successful. Your credits will appear shortly. Redirecting to My Files...';

describe('the page', () => {
  test('is called Buy Credits, with "1 CRD = 1 EUR" and the balance', { tags: ['C-BUY-01', 'X-CRS-01'] }, async () => {
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'Buy Credits' })).toBeVisible();
    expect(await screen.findByText('1 CRD = 1 EUR')).toBeVisible();
    const balance = screen.getByText('Credit balance', { selector: 'dt' }).nextElementSibling;
    await waitFor(() => expect(balance).toHaveTextContent('12.50 CRS'));
  });

  test('states plainly without a provider that nothing can be bought here, and whom to contact', async () => {
    show('/buy-credits', { chat_url: 'https://chat.example.com' });
    expect(await screen.findByText(NOT_SET_UP)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', 'https://chat.example.com');
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('shows Retry when it could not be loaded', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(fake(getApplicationConfiguration, no(500)), fake(getMyUser, myUser()));
    const { visitor } = renderScreen(<BuyCreditsScreen />, { at: '/buy-credits', path: '/buy-credits' });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(getApplicationConfiguration, applicationConfiguration()));
    await visitor.click(retry);
    expect(await screen.findByText(NOT_SET_UP)).toBeVisible();
  });
});

describe('the payment form', () => {
  const fields = async () => {
    const form = await screen.findByRole<HTMLFormElement>('form', { name: 'Payment' });
    return { form, sent: Object.fromEntries(new FormData(form)) };
  };

  test(
    "is posted to the provider's checkout with the provider's own fields, the amount and the user's id",
    { tags: ['C-BUY-02', 'X-PAY-01'] },
    async () => {
      show('/buy-credits', { checkout: CHECKOUT });
      const { form, sent } = await fields();
      expect([form.method, form.action]).toEqual(['post', 'https://checkout.example.com/pay']);
      expect(sent).toEqual({
        merchant: 'M77',
        return: 'https://tuning.example.com/buy-credits?success=true',
        reference: '7',
        total: '50.00',
      });
      expect(within(form).getByRole('button', { name: 'Pay with Acme Pay or card' })).toHaveAttribute('type', 'submit');
      expect(screen.queryByText(NOT_SET_UP)).not.toBeInTheDocument();
    },
  );

  test('names the file as well that it is to pay for', { tags: ['C-BUY-02', 'C-VIEW-30', 'X-PAY-01'] }, async () => {
    show('/buy-credits?file=5', { checkout: CHECKOUT });
    expect((await fields()).sent.reference).toBe('7:5');
  });

  test.each(['0', '-5', 'x', '5:8', '1.5', ''])('"%s" is not a file id', async (file) => {
    show(`/buy-credits?file=${file}`, { checkout: CHECKOUT });
    expect((await fields()).sent.reference).toBe('7');
  });
});

describe('the amount', () => {
  const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
  const sentAmount = () => new FormData(screen.getByRole<HTMLFormElement>('form', { name: 'Payment' })).get('total');

  test('is chosen from five cards and sent with the form, and the resulting balance is shown', async () => {
    const { visitor } = show('/buy-credits', { checkout: CHECKOUT });
    await screen.findByRole('group', { name: 'How many credits?' });
    expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual([
      '10.00',
      '25.00',
      '50.00',
      '100.00',
      '250.00',
    ]);
    expect(radio(/^50.00/)).toBeChecked();
    await visitor.click(radio(/^100.00/));
    expect(sentAmount()).toBe('100.00');
    expect(await screen.findByText('112.50 CRS')).toBeVisible();
  });

  test('that is missing for a file is offered and preselected, in whole credits', async () => {
    show('/buy-credits?file=5', { checkout: CHECKOUT });
    expect(await screen.findByRole('radio', { name: /^48.00 CRS.*covers what is missing/ })).toBeChecked();
    expect(sentAmount()).toBe('48.00');
  });

  test('that was chosen stays when the amount missing for the file loads late', async () => {
    let response = (_file: FileDetail) => {};
    const later = new Promise<FileDetail>((resolve) => {
      response = resolve;
    });
    const { api, visitor } = show('/buy-credits?file=5', { checkout: CHECKOUT });
    api.use(fake(getFile, () => later));
    await visitor.click(await screen.findByRole('radio', { name: /^100.00/ }));
    await act(async () => response(detailOf()));
    expect(sentAmount()).toBe('100.00');
  });

  test('in the URL is preselected when no file needs more', async () => {
    show('/buy-credits?amount=75', { checkout: CHECKOUT });
    expect(await screen.findByRole('radio', { name: /^75.00/ })).toBeChecked();
  });
});

describe('on the way to pay for a file', () => {
  test('the page shows how much is missing, and links back', async () => {
    show('/buy-credits?file=5');
    const file = await screen.findByRole('region', { name: 'golf.bin' });
    expect(await within(file).findByText('missing 47.50 CRS')).toBeVisible();
    expect(within(file).getByText('To pay: 60.00 CRS')).toBeVisible();
    expect(within(file).getByRole('link', { name: 'Back to the file' })).toHaveAttribute('href', '/view-file/5');
  });

  test('with enough credits, the page links back to pay', async () => {
    show('/buy-credits?file=5', { balance: 60 });
    expect(await screen.findByText('Your balance now pays for golf.bin.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the file' })).toHaveAttribute('href', '/view-file/5');
  });

  test.each<[string, FileDetail | ReturnType<typeof no>]>([
    ['paid meanwhile', detailOf({ price_status: 'PAID' })],
    ['not yours', no(404)],
  ])('a file that is %s is not mentioned', async (_what, file) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { api } = show('/buy-credits?file=5', { file });
    await screen.findByText(NOT_SET_UP);
    await waitFor(() => expect(api.callsOf(getFile)).not.toHaveLength(0));
    expect(screen.queryByText('golf.bin')).not.toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});

test(
  'a configured banner text replaces the content, and may contain simple HTML',
  { tags: ['C-BUY-03', 'C-BUY-S02', 'X-PAY-07', 'G-34'] },
  async () => {
    show('/buy-credits?file=5', {
      checkout: CHECKOUT,
      header_banner_text: 'Closed <b>today</b><script>alert(1)</script>',
    });
    expect(await screen.findByText('today')).toContainHTML('<b>today</b>');
    expect(screen.getByText('Closed')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.queryByText('1 CRD = 1 EUR')).not.toBeInTheDocument();
    expect(screen.queryByText('golf.bin')).not.toBeInTheDocument();
  },
);

describe('a payment that is not cleared yet', () => {
  const WAITING: PendingPayment = {
    transaction_id: '8XJ12',
    amount: 25,
    since: '2026-03-02T08:00:00.000Z',
    is_test: false,
  };

  test('is shown with its amount until it is cleared', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { api } = show('/buy-credits', { checkout: CHECKOUT, pending: [WAITING] });
    const notice = (await screen.findByText('Payment pending')).closest<HTMLElement>('[role=status]') as HTMLElement;
    expect(within(notice).getByText('25.00 EUR')).toBeVisible();
    expect(within(notice).getByText('8XJ12')).toBeVisible();
    api.use(fake(listPendingPayments, []));
    await act(() => vi.advanceTimersByTimeAsync(6000));
    await waitFor(() => expect(screen.queryByText('Payment pending')).not.toBeInTheDocument());
  });

  test('is shown when the buyer returns with one, and is not reported as successful', async () => {
    show('/buy-credits?success=true&st=Pending', { checkout: CHECKOUT });
    expect(await screen.findByText('Payment pending')).toBeVisible();
    expect(screen.queryByText(PAID)).not.toBeInTheDocument();
  });

  test('is not mentioned when there is none', async () => {
    const { api } = show('/buy-credits', { checkout: CHECKOUT });
    await waitFor(() => expect(api.callsOf(listPendingPayments)).not.toHaveLength(0));
    await queriesSettled();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByText('Payment pending')).not.toBeInTheDocument();
  });
});

describe('TEST MODE', () => {
  test('is shown in the sandbox, above the button', async () => {
    show('/buy-credits', { checkout: SANDBOX_CHECKOUT });
    const note = await screen.findByText('TEST MODE');
    expect(note).toBeVisible();
    const form = screen.getByRole('form', { name: 'Payment' });
    expect(form).toHaveAttribute('action', '/api/sandbox/checkout');
    const pay = within(form).getByRole('button', { name: /^Pay with/ });
    expect(note.compareDocumentPosition(pay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('is not shown with a real provider', async () => {
    show('/buy-credits', { checkout: CHECKOUT });
    await screen.findByRole('form', { name: 'Payment' });
    expect(screen.queryByText('TEST MODE')).not.toBeInTheDocument();
  });
});

describe('back from a payment', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test(
    'success=true shows a success message and leads to /my-files after 3 seconds',
    { tags: ['C-BUY-M01', 'C-BUY-S01', 'C-BUY-Z01', 'X-PAY-03', 'G-35'] },
    async () => {
      const { location } = show('/buy-credits?success=true', { checkout: CHECKOUT });
      expect(screen.getByText(PAID)).toBeVisible();
      await pass(2800);
      expect(location()).toBe('/buy-credits?success=true');
      await pass(400);
      expect(location()).toBe('/my-files');
    },
  );

  const WAITING = 'We are waiting for the payment provider.';
  const payment = (id: number) => buildLedgerRow(id, { source: 'Payment', credit_balance: 50 });

  test('the address alone proves nothing: beside it stands what the ledger has, an older payment not counted', async () => {
    const before = show('/buy-credits', { checkout: CHECKOUT, payments: [payment(1)] });
    const form = await screen.findByRole('form', { name: 'Payment' });
    await waitFor(() => expect(before.api.callsOf(listUserLedger)).not.toEqual([]));
    await queriesSettled();
    fireEvent.submit(form);
    before.unmount();
    const { api } = show('/buy-credits?success=true', { checkout: CHECKOUT, payments: [payment(1)] });
    expect(screen.getByText(PAID)).toBeVisible();
    expect(await screen.findByText(WAITING)).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Continue' }).focus());
    api.use(fake(listUserLedger, buildLedger([payment(2), payment(1)])));
    await pass(5000);
    expect(await screen.findByText('The payment has arrived: 50.00 CRS are in your credits history.')).toBeVisible();
    expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
    expect(screen.getByText(PAID)).toBeVisible();
  });

  test('Continue leads there at once; while it has the focus the page stays', { tags: ['G-45'] }, async () => {
    const { visitor, location } = show('/buy-credits?success=true');
    const leadOn = screen.getByRole('button', { name: 'Continue' });
    act(() => leadOn.focus());
    await pass(10_000);
    expect(location()).toBe('/buy-credits?success=true');
    await visitor.click(leadOn);
    await waitFor(() => expect(location()).toBe('/my-files'));
  });

  test('a banner text does not hide the success message', { tags: ['C-BUY-03', 'X-PAY-03'] }, async () => {
    show('/buy-credits?success=true', { header_banner_text: 'Closed today' });
    expect(await screen.findByText('Closed today')).toBeVisible();
    expect(screen.getByText(PAID)).toBeVisible();
  });

  test.each(['', '?success=false', '?success'])('"%s" does not count as a payment', async (search) => {
    const { location } = show(`/buy-credits${search}`);
    await screen.findByText(NOT_SET_UP);
    await pass(4000);
    expect(screen.queryByText(PAID)).not.toBeInTheDocument();
    expect(location()).toBe(`/buy-credits${search}`);
  });
});
