import { buildFileDetail, buildFileRecord, buildHistoryEntry } from '../../files.factory.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { fileIdentification } from '../../../../web/testing/identification-examples.ts';
import { CUSTOMER, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../../web/testing/setup.ts';
import { queryClient } from '../../../../web/client/query-client.ts';
import { recentMessages } from '../../../../web/ui/recent-messages.ts';
import { listSolutions } from '../../../catalogue/catalogue.calls.ts';
import { buildListedSolution } from '../../../catalogue/solutions.factory.ts';
import { getMyUser } from '../../../accounts/accounts.calls.ts';
import type { MyUser } from '../../../accounts/user.ts';
import type { File, FileDetail } from '../../file.ts';
import {
  cancelFile,
  confirmAndPay,
  downloadModified,
  downloadOriginal,
  getFile,
  listFileHistory,
} from '../../files.calls.ts';
import { getIdentification } from '../../identification/identification.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { listFurtherFiles, type FurtherFile } from '../../further/further-files.calls.ts';
import { listRevisions } from '../../revisions/revisions.calls.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import ViewFileScreen from './view-file.screen.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const FILE = buildFileRecord({
  file_name: 'VW_Golf_5_19TDI_EDC16U34_read_on_bench.bin',
  solution: 'Stage 1,DTC OFF,DTC:P0401 U0100',
  status: 'PENDING',
  description: 'Smokes a little.',
  solution_ids: [1, 3],
});

const detailOf = (changes: Partial<File> = {}): FileDetail => {
  return buildFileDetail({ ...FILE, ...changes });
};

const PRICED: Partial<File> = {
  status: 'PROCESSED',
  feasible: 'POSSIBLE',
  checked_at: '2026-03-02T10:00:00.000Z',
  mod_file_name: 'golf_stage1.bin',
  mod_file_size_bytes: 2_097_152,
  mod_file_sha256: 'cd',
};
const PAID: Partial<File> = { ...PRICED, price_status: 'PAID', paid_at: '2026-03-02T11:00:00.000Z' };

const HISTORY = [
  buildHistoryEntry({ id: 2, file_name: 'golf_stage1.bin', kind: 'MODIFIED', created_at: '2026-03-02T10:00:00.000Z' }),
  buildHistoryEntry({ file_name: FILE.file_name, created_at: FILE.created_at }),
];

const userWith = (credit_balance: number): MyUser => ({
  ...CUSTOMER,
  full_name: 'Ana',
  status: 'ACTIVE',
  verified: true,
  credit_balance,
  ai_credit_balance: 0,
  notifications: [],
  admin_online: false,
  language: null,
  country_change: null,
});

async function open(
  changes: Partial<File> = {},
  { balance = 100, solutions = [60] } = {},
  answers: ReturnType<typeof fake>[] = [],
) {
  const api = installFakeApi(
    fake(getFile, detailOf(changes)),
    fake(listFileHistory, HISTORY),
    fake(downloadModified, 'bytes'),
    fake(getMyUser, userWith(balance)),
    fake(getIdentification, fileIdentification()),
    fake(listRevisions, []),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(
      listSolutions,
      solutions.map((credits, at) => ({ ...buildListedSolution(), id: FILE.solution_ids[at] ?? 0, credits })),
    ),
    ...answers,
  );
  const shown = renderScreen(<ViewFileScreen />, { at: '/view-file/5', path: '/view-file/:id' });
  await screen.findByText('Vehicle Information');
  return { ...shown, api };
}

/** Returns the element after a label in a description list. */
const findValue = (label: string, place: HTMLElement = document.body) =>
  within(place).getByText(label, { selector: 'dt' }).nextElementSibling as HTMLElement;

const card = (name: string) => screen.getByRole('region', { name });
/** Includes those that have left the screen. */
const changeNotices = () =>
  recentMessages.list().filter(({ text }) => text === 'File details have been updated.').length;
const notice = () => screen.findByText('File details have been updated.');

describe('the information about the file', () => {
  test(
    'has the field labels of the specification',
    {
      tags: [
        'C-VIEW-02',
        'C-VIEW-03',
        'C-VIEW-04',
        'C-VIEW-05',
        'C-VIEW-06',
        'C-VIEW-07',
        'C-VIEW-08',
        'C-VIEW-09',
        'C-VIEW-10',
        'C-VIEW-11',
        'C-VIEW-12',
        'C-VIEW-13',
      ],
    },
    async () => {
      await open({ status: 'IN_PROGRESS', feasible: 'POSSIBLE' });
      const file = card('Order');
      expect(findValue('File ID', file)).toHaveTextContent('100005');
      expect(findValue('File Name', file)).toHaveTextContent(FILE.file_name);
      expect(findValue('Solution Price', file)).toHaveTextContent('60.00 CRS');
      expect(findValue('Description', file)).toHaveTextContent('Smokes a little.');
      expect(findValue('Reading Device', file)).toHaveTextContent('Autotuner');
      expect(findValue('Status', file)).toHaveTextContent('IN PROGRESS');
      expect(findValue('Price Status', file)).toHaveTextContent('UNPAID');
      expect(findValue('Feasible', file)).toHaveTextContent('POSSIBLE');
      const times = [findValue('Uploaded', file), findValue('Modified', file)].map(
        (value) => value.querySelector('time')?.dateTime,
      );
      expect(times).toEqual([FILE.created_at, FILE.updated_at]);
    },
  );

  test('the solutions are listed one by one, with their codes', { tags: ['C-VIEW-05', 'G-55'] }, async () => {
    await open();
    const chips = ['Stage 1', 'DTC OFF', 'DTC:P0401 U0100'];
    for (const chip of chips) expect(within(findValue('Solution')).getByText(chip)).toBeVisible();
  });

  test('the prices of the solutions add up to the price on the order card', async () => {
    await open({ price: 85 }, { solutions: [60, 25] });
    expect(await within(card('Order')).findByText('60.00 + 25.00 =')).toBeVisible();
  });

  test('a price that the solutions no longer add up to stands alone', async () => {
    const { api } = await open({ price: 80 }, { solutions: [60, 25] });
    await waitFor(() => expect(api.callsOf(listSolutions)).toHaveLength(1));
    expect(findValue('Solution Price', card('Order'))).toHaveTextContent(/^80\.00 CRS$/);
  });

  test('the name of the file stands on the order card, and otherwise only in the history', async () => {
    await open(PRICED);
    const isName = ({ textContent }: Element) => textContent === FILE.file_name;
    const names = [...document.querySelectorAll('body *')].filter(
      (one) => isName(one) && ![...one.children].some(isName) && one.closest('table') === null,
    );
    expect(names).toHaveLength(1);
  });

  test.each([
    ['the order and the files come before what was read in them', {}, ['Order', 'Vehicle Information', 'Files']],
    ['files that can be downloaded come first', PAID, ['Files', 'Order', 'Vehicle Information']],
  ])('%s', async (_, changes, first) => {
    await open(changes);
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    const places = [...first, 'Read from the file'];
    expect(titles.filter((title) => places.includes(title ?? ''))).toEqual(places);
  });

  test('the title names the vehicle, not the numbers of its parts', async () => {
    await open({ ecu: 'P04 12583369 8N0906018CB' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Volkswagen P04, 2007$/);
  });

  test('Feasible appears only if set', { tags: ['C-VIEW-10'] }, async () => {
    await open();
    expect(screen.queryByText('Feasible')).not.toBeInTheDocument();
  });

  test('the file id and the name can be copied', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Copy File ID' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy File Name' })).toBeVisible();
  });

  test(
    'the Vehicle Information card has its seven fields',
    { tags: ['C-VIEW-18', 'C-VIEW-19', 'C-VIEW-20', 'C-VIEW-21', 'C-VIEW-22', 'C-VIEW-23', 'C-VIEW-24', 'C-VIEW-25'] },
    async () => {
      await open();
      const vehicle = card('Vehicle Information');
      const fields = within(vehicle).getAllByText(/./, { selector: 'dt' });
      expect(fields.map((label) => [label.textContent, label.nextElementSibling?.textContent])).toEqual([
        ['Type', 'Car'],
        ['Brand', 'Volkswagen'],
        ['Model', 'Bosch'],
        ['ECU', 'EDC16U34'],
        ['Generation', '2007'],
        ['Gear', 'Manual'],
        ['Petrol Type', 'DIESEL'],
      ]);
    },
  );

  test('links to the upload of another file for the same vehicle', async () => {
    await open();
    const link = within(card('Order')).getByRole('link', { name: 'Same vehicle again' });
    expect(link).toHaveAttribute('href', '/upload?vehicle-of=5');
  });

  test('the tooltips show the upload form’s names for Model, ECU and Generation', { tags: ['G-12'] }, async () => {
    await open();
    expect(screen.getByTitle('ECU model')).toHaveTextContent('Bosch');
    expect(screen.getByTitle('ECU information')).toHaveTextContent('EDC16U34');
    expect(screen.getByTitle('Year')).toHaveTextContent('2007');
  });

  test('the notice explains how a file is handled', { tags: ['C-VIEW-01', 'G-38'] }, async () => {
    await open();
    expect(screen.getByText(/^Your file will be reviewed by an admin\./)).toHaveTextContent(
      'A completed file cannot be cancelled or refunded.',
    );
  });

  test('notes are shown in an alert titled IMPORTANT', { tags: ['C-VIEW-17'] }, async () => {
    await open({ notes: 'Check the checksum first.' });
    const alert = screen.getByText('IMPORTANT').closest('[role]');
    expect(alert).toHaveTextContent('Check the checksum first.');
  });

  test('without notes there is no such alert', { tags: ['C-VIEW-17'] }, async () => {
    await open();
    expect(screen.queryByText('IMPORTANT')).not.toBeInTheDocument();
  });
});

describe('the price compared with the balance', () => {
  const price = () => findValue('Solution Price').lastElementChild as HTMLElement;

  test('is red and pulses when unpaid and the balance is below it', { tags: ['C-VIEW-04', 'C-VIEW-S01'] }, async () => {
    await open({}, { balance: 59.99 });
    await waitFor(() => expect(price()).toHaveAttribute('data-short'));
    expect(price()).toHaveClass('text-red-fg');
    expect(price().querySelector('.animate-breathe')).not.toBeNull();
  });

  test.each([
    ['the balance reaches', {}, 60],
    ['it is paid', PAID, 0],
  ])('is not highlighted when %s', { tags: ['C-VIEW-04', 'X-CRS-04'] }, async (_why, changes, balance) => {
    const { api } = await open(changes, { balance });
    await waitFor(() => expect(api.callsOf(getMyUser)).not.toHaveLength(0));
    expect(price()).not.toHaveAttribute('data-short');
  });
});

describe('the sentences shown for a state', () => {
  const WAIT = 'File is in progress, please wait...';
  const NOT_POSSIBLE = 'At the moment solution is NOT POSSIBLE, we will add it on the next update...';

  test.each<[string, Partial<File>, boolean]>([
    ['unpaid and in progress', { status: 'IN_PROGRESS' }, true],
    ['unpaid, in progress and possible', { status: 'IN_PROGRESS', feasible: 'POSSIBLE' }, true],
    ['not possible', { status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' }, false],
    ['pending', { status: 'PENDING' }, false],
    ['processed', PRICED, false],
    ['paid', PAID, false],
  ])(
    '%s: "File is in progress, please wait..."',
    { tags: ['C-VIEW-26', 'C-VIEW-S02', 'X-STA-12'] },
    async (_state, changes, isShown) => {
      await open(changes);
      expect(screen.queryAllByText(WAIT)).toHaveLength(isShown ? 1 : 0);
    },
  );

  test('a PENDING file shows what happens next, until support has begun to check it', async () => {
    const next = 'Support will check your file and set its price. You get a notification when it is done.';
    await open({ status: 'PENDING' });
    expect(screen.getByText(next)).toBeVisible();
    cleanup();
    await open({ status: 'IN_PROGRESS' });
    expect(screen.getByText(WAIT)).toBeVisible();
    expect(screen.queryByText(next)).not.toBeInTheDocument();
  });

  test(
    'NOT_POSSIBLE shows its sentence, and the file can still be canceled',
    { tags: ['C-VIEW-27', 'C-VIEW-S03', 'X-STA-13'] },
    async () => {
      await open({ status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' });
      expect(screen.getByText(NOT_POSSIBLE)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Confirm & Pay' })).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Cancel file' })).toBeVisible();
    },
  );

  test('a priced file in progress shows both: wait first, payment below', { tags: ['G-19'] }, async () => {
    await open({ ...PRICED, status: 'IN_PROGRESS' });
    const pay = await screen.findByRole('button', { name: 'Confirm & Pay' });
    expect(screen.getByText(WAIT).compareDocumentPosition(pay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('CANCELED: "Your file is already canceled"', { tags: ['C-VIEW-M02', 'C-VIEW-S06', 'X-STA-09'] }, async () => {
    await open({ ...PRICED, status: 'CANCELED' });
    expect(screen.getByText('Your file is already canceled')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Cancel|Pay/ })).not.toBeInTheDocument();
  });

  test('"Your file is already refunded, CRS:{price}"', { tags: ['C-VIEW-M03', 'C-VIEW-S07', 'X-STA-09'] }, async () => {
    await open({ ...PAID, status: 'REFUNDED', price_status: 'REFUNDED' });
    expect(screen.getByText('Your file is already refunded, CRS:60')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Cancel|Pay/ })).not.toBeInTheDocument();
  });
});

describe('the stepper', () => {
  const steps = () =>
    within(screen.getByRole('list', { name: 'Progress of the file' }))
      .getAllByRole('listitem')
      .map((step) => [
        step.textContent.replace(/^\d/, '').split(/(?<=done|step|yet|failed)/)[0],
        step.querySelector('time')?.dateTime,
      ]);

  test.each<[string, Partial<File>, string[]]>([
    ['waits', {}, ['Uploaded, done', 'To be checked, current step', 'Payment, not yet', 'Ready, not yet']],
    [
      'is being checked',
      { status: 'IN_PROGRESS' },
      ['Uploaded, done', 'Being checked, current step', 'Payment, not yet', 'Ready, not yet'],
    ],
    ['has its price', PRICED, ['Uploaded, done', 'Checked, done', 'To pay, current step', 'Ready, not yet']],
    [
      'is paid and worked on',
      { ...PAID, status: 'IN_PROGRESS' },
      ['Uploaded, done', 'Checked, done', 'Paid, done', 'In progress, current step'],
    ],
    ['is ready', PAID, ['Uploaded, done', 'Checked, done', 'Paid, done', 'Ready, done']],
    ['is not possible', { feasible: 'NOT_POSSIBLE' }, ['Uploaded, done', 'Not possible, failed']],
    [
      'is not supported',
      { status: 'NOT_SUPPORTED_SOLUTION', feasible: 'NOT_POSSIBLE' },
      ['Uploaded, done', 'Not supported, failed'],
    ],
    ['is canceled', { ...PRICED, status: 'CANCELED' }, ['Uploaded, done', 'Checked, done', 'Canceled, failed']],
    [
      'is refunded',
      { ...PAID, status: 'REFUNDED', price_status: 'REFUNDED' },
      ['Uploaded, done', 'Checked, done', 'Paid, done', 'Refunded, done'],
    ],
  ])(
    'names what is going on with a file that %s, and nothing as done that has not happened',
    async (_state, changes, words) => {
      await open(changes);
      expect(steps().map(([text]) => text)).toEqual(words);
    },
  );

  test('shows when each step was reached', async () => {
    await open(PAID);
    expect(steps().map(([, time]) => time)).toEqual([FILE.created_at, PAID.checked_at, PAID.paid_at, PAID.paid_at]);
  });
});

describe('why the modified file is not offered', () => {
  const files = () => card('Files');

  test.each<[string, Partial<File>, string]>([
    ['can be paid', PRICED, 'You can download it after the payment.'],
    ['waits for its price', { ...PRICED, feasible: null }, 'You can download it once the price is set and paid.'],
    ['is canceled', { ...PRICED, status: 'CANCELED' }, 'Not available.'],
    ['is not supported', { ...PRICED, status: 'NOT_SUPPORTED_SOLUTION', feasible: 'NOT_POSSIBLE' }, 'Not available.'],
    ['is not possible', { ...PRICED, status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' }, 'Not available.'],
    ['is refunded', { ...PAID, status: 'REFUNDED', price_status: 'REFUNDED' }, 'Not available.'],
    ['has none yet', { status: 'IN_PROGRESS' }, 'There is no modified file yet.'],
    ['has none, and gets none any more', { status: 'CANCELED' }, 'There is no modified file.'],
  ])('a file that %s', async (_state, changes, sentence) => {
    await open(changes);
    expect(within(files()).getByText(sentence)).toBeVisible();
  });

  test('only a processed file without a price shows what it is waiting for', async () => {
    const waiting = /^The modified file is there\. Support still confirms the solution and the price/;
    await open({ ...PRICED, feasible: null });
    expect(screen.getByText(waiting)).toBeVisible();
    cleanup();
    await open(PRICED);
    expect(screen.queryByText(waiting)).not.toBeInTheDocument();
    cleanup();
    await open({ ...PRICED, feasible: null, status: 'CANCELED' });
    expect(screen.queryByText(waiting)).not.toBeInTheDocument();
  });
});

describe('paying', () => {
  const payButton = () => screen.findByRole('button', { name: 'Confirm & Pay' });

  test(
    '"Confirm & Pay" is offered when unpaid, POSSIBLE and the balance is sufficient',
    { tags: ['C-VIEW-28', 'C-VIEW-29', 'C-VIEW-S04', 'X-PAY-04', 'X-PAY-05', 'X-CRS-04'] },
    async () => {
      await open(PRICED, { balance: 60 });
      expect(await payButton()).toBeVisible();
      expect(findValue('To pay', card('Payment'))).toHaveTextContent('60.00 CRS');
      expect(findValue('Balance afterwards', card('Payment'))).toHaveTextContent('0.00 CRS');
    },
  );

  test(
    'with too low a balance it shows how much is missing, and paying is not possible',
    { tags: ['C-VIEW-S04', 'X-PAY-05', 'X-CRS-04'] },
    async () => {
      await open(PRICED, { balance: 12.5 });
      expect(await screen.findByText('missing 47.50 CRS')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Confirm & Pay' })).not.toBeInTheDocument();
    },
  );

  test('no payment is offered while the balance is unknown', async () => {
    installFakeApi(
      fake(getFile, detailOf(PRICED)),
      fake(listFileHistory, HISTORY),
      fake(getMyUser, () => new Promise<MyUser>(() => {})),
    );
    renderScreen(<ViewFileScreen />, { at: '/view-file/5', path: '/view-file/:id' });
    const payment = await screen.findByRole('region', { name: 'Payment' });
    expect(within(payment).queryByRole('link')).not.toBeInTheDocument();
    expect(within(payment).queryByRole('button')).not.toBeInTheDocument();
  });

  test.each<[string, Partial<File>]>([
    ['not checked yet', {}],
    ['not possible', { status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' }],
    ['paid', PAID],
    ['canceled', { ...PRICED, status: 'CANCELED' }],
    ['refunded', { ...PAID, status: 'REFUNDED', price_status: 'REFUNDED' }],
  ])('a file that is %s has no payment panel', { tags: ['C-VIEW-28', 'X-PAY-04'] }, async (_state, changes) => {
    const { api } = await open(changes);
    await waitFor(() => expect(api.callsOf(getMyUser)).not.toHaveLength(0));
    expect(screen.queryByRole('region', { name: 'Payment' })).not.toBeInTheDocument();
  });

  test(
    'sends the price shown, starts the download and focuses it without a toast',
    { tags: ['C-VIEW-29', 'G-20'] },
    async () => {
      const { api, visitor } = await open(PRICED);
      api.use(
        fake(confirmAndPay, () => {
          api.use(fake(getFile, detailOf(PAID)), fake(getMyUser, userWith(40)));
          return detailOf(PAID);
        }),
      );
      await visitor.click(await payButton());
      const download = await screen.findByRole('button', { name: 'Download modified' });
      await waitFor(() => expect(download).toHaveFocus());
      expect(api.callsOf(downloadModified)).toHaveLength(1);
      expect(api.callsOf(confirmAndPay).map(({ input }) => input)).toEqual([{ id: '5', price: 60 }]);
      expect(findValue('Price Status')).toHaveTextContent('PAID');
      expect(screen.getByText('Paid: 60.00 CRS. Download modified is ready.')).toHaveRole('status');
      expect(changeNotices()).toBe(0);
    },
  );

  test('"Payment failed" is logged, shown, and retried', { tags: ['C-VIEW-M06', 'X-PAY-06', 'G-32'] }, async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { api, visitor } = await open(PRICED);
    api.use(fake(confirmAndPay, no(500)));
    await visitor.click(await payButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Payment failed');
    expect(logged).toHaveBeenCalledWith('Payment failed', expect.any(Error));
    api.use(fake(confirmAndPay, detailOf(PAID)));
    await visitor.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Download modified' })).toBeVisible();
  });

  test('a price that changed in the meantime is not paid: the server refuses', { tags: ['X-PAY-06'] }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const sentence = 'The price has changed to 80 CRS. Please check it and confirm again.';
    const { api, visitor } = await open(PRICED);
    api.use(fake(confirmAndPay, no(400, sentence)));
    await visitor.click(await payButton());
    expect(await screen.findByText(sentence)).toBeVisible();
  });
});

describe('canceling', () => {
  async function ask({ visitor }: Awaited<ReturnType<typeof open>>) {
    await visitor.click(screen.getByRole('button', { name: 'Cancel file' }));
    return screen.findByRole('alertdialog', { name: 'Cancel this file?' });
  }

  test.each<[string, Partial<File>, boolean]>([
    ['pending', {}, true],
    ['processed and unpaid', PRICED, true],
    ['paid', PAID, false],
    ['completed', { ...PAID, status: 'COMPLETED' }, false],
  ])('is offered only while unpaid: %s', { tags: ['C-VIEW-31', 'X-STA-08'] }, async (_state, changes, isOffered) => {
    await open(changes);
    expect(screen.queryAllByRole('button', { name: 'Cancel file' })).toHaveLength(isOffered ? 1 : 0);
  });

  test('asks first, then leads to /my-files', { tags: ['C-VIEW-31', 'X-STA-08'] }, async () => {
    const shown = await open();
    shown.api.use(fake(cancelFile, detailOf({ status: 'CANCELED' })));
    const dialog = await ask(shown);
    expect(shown.api.callsOf(cancelFile)).toHaveLength(0);
    await shown.visitor.click(within(dialog).getByRole('button', { name: 'Cancel file' }));
    await waitFor(() => expect(shown.location()).toBe('/my-files'));
    expect(changeNotices()).toBe(0);
  });

  test('keeping the file changes nothing', async () => {
    const shown = await open();
    await shown.visitor.click(within(await ask(shown)).getByRole('button', { name: 'Keep the file' }));
    expect(shown.api.callsOf(cancelFile)).toHaveLength(0);
    expect(shown.location()).toBe('/view-file/5');
  });

  test.each([
    ["the server's sentence", 400, 'The file is already paid.', 'The file is already paid.'],
    ['"Something went wrong"', 500, 'broken', 'Something went wrong'],
  ])(
    'a failure shows %s',
    { tags: ['C-VIEW-M04', 'X-ERR-20', 'C-VIEW-M05', 'X-ERR-21'] },
    async (_what, status, message, sentence) => {
      const shown = await open();
      shown.api.use(fake(cancelFile, no(status, message)));
      const dialog = await ask(shown);
      await shown.visitor.click(within(dialog).getByRole('button', { name: 'Cancel file' }));
      expect(await within(dialog).findByRole('alert')).toHaveTextContent(sentence);
    },
  );
});

describe('the Files section', { tags: ['C-VIEW-14'] }, () => {
  beforeEach(() => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    URL.createObjectURL = () => 'blob:ecu';
  });

  test('the original is always there', { tags: ['C-VIEW-14', 'C-VIEW-15', 'X-STA-10'] }, async () => {
    const { api, visitor } = await open({ status: 'CANCELED' });
    api.use(fake(downloadOriginal, 'bytes'));
    await visitor.click(within(card('Files')).getByRole('button', { name: 'Download original' }));
    await waitFor(() => expect(api.callsOf(downloadOriginal)).toHaveLength(1));
  });

  test.each<[string, Partial<File>, boolean]>([
    ['PROCESSED and PAID', PAID, true],
    ['COMPLETED and PAID', { ...PAID, status: 'COMPLETED' }, true],
    ['PROCESSED and UNPAID', PRICED, false],
    ['REFUNDED', { ...PAID, status: 'REFUNDED', price_status: 'REFUNDED' }, false],
    ['PENDING', {}, false],
  ])(
    'the modified file can be downloaded only when processed and paid: %s',
    { tags: ['C-VIEW-16', 'C-VIEW-S05', 'X-STA-10', 'G-11'] },
    async (_state, changes, isThere) => {
      await open(changes);
      expect(screen.queryAllByRole('button', { name: 'Download modified' })).toHaveLength(isThere ? 1 : 0);
    },
  );

  test('a download in progress is shown; a failed one can be retried', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { api, visitor } = await open(PAID);
    let fail: () => void = () => {};
    api.use(fake(downloadModified, () => new Promise((resolve) => (fail = () => resolve(no(500))))));
    await visitor.click(screen.getByRole('button', { name: 'Download modified' }));
    expect(screen.getByRole('button', { name: 'Downloading...' })).toHaveAttribute('aria-busy', 'true');
    await act(async () => fail());
    expect(await screen.findByText('Download failed.')).toBeVisible();
    api.use(fake(downloadModified, 'bytes'));
    await visitor.click(screen.getByRole('button', { name: 'Retry: Download modified' }));
    expect(await screen.findByRole('button', { name: 'Download modified' })).toBeVisible();
    expect(screen.queryByText('Download failed.')).not.toBeInTheDocument();
  });
});

test('on a phone, further files and the proof of what is downloaded are not folded', async () => {
  setScreenWidth(360);
  const proven = HISTORY.map((entry) => ({ ...entry, has_proof: entry.kind === 'MODIFIED' }));
  const report: FurtherFile = {
    id: 7,
    kind: 'SCAN_REPORT',
    file_name: 'VCDS-scan.txt',
    size_bytes: 5,
    sha256: 'ab',
    created_at: FILE.created_at,
  };
  await open({ ...PAID, further_files: 1 }, {}, [fake(listFileHistory, proven), fake(listFurtherFiles, [report])]);
  expect(await screen.findByRole('button', { name: 'Download VCDS-scan.txt' })).toBeVisible();
  expect(await within(card('Files')).findByRole('button', { name: 'Proof (JSON)' })).toBeVisible();
});

describe('the file history', { tags: ['C-VIEW-32'] }, () => {
  test(
    'has File Name and Uploaded, newest first, names cut to 30 characters',
    { tags: ['C-VIEW-33', 'C-VIEW-34', 'C-VIEW-T01', 'X-TRN-04', 'G-60'] },
    async () => {
      const { visitor } = await open();
      expect(screen.queryByRole('table', { name: 'File history' })).toBeNull();
      await visitor.click(screen.getByRole('heading', { name: 'File history' }));
      const table = await screen.findByRole('table', { name: 'File history' });
      expect(readTexts(within(table).getAllByRole('columnheader'))).toEqual(
        expect.arrayContaining(['File Name', 'Uploaded']),
      );
      const [newest, oldest] = within(table).getAllByRole('row').slice(1);
      expect(newest).toHaveTextContent('golf_stage1.bin');
      expect(oldest).toHaveTextContent('VW_Golf_5_19TDI_EDC16U34_read_...');
      expect(within(table).getByTitle(FILE.file_name)).toBeVisible();
      expect(oldest?.querySelector('time')?.dateTime).toBe(FILE.created_at);
    },
  );

  test('is a list of cards on a phone, folded with everything that is only informative', async () => {
    setScreenWidth(360);
    const { visitor } = await open();
    expect(await screen.findByText('File history')).not.toBeVisible();
    await visitor.click(screen.getByText('More about this order'));
    await visitor.click(screen.getByText('File history'));
    expect(await screen.findByRole('list', { name: 'File history' })).toBeVisible();
  });

  test('shows an error when it cannot be loaded, and can be requested again', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(
      fake(getFile, detailOf()),
      fake(listFileHistory, no(500)),
      fake(getMyUser, userWith(1)),
      fake(getIdentification, fileIdentification()),
    );
    const { visitor } = renderScreen(<ViewFileScreen />, { at: '/view-file/5', path: '/view-file/:id' });
    await visitor.click(await screen.findByRole('heading', { name: 'File history' }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(listFileHistory, HISTORY));
    await visitor.click(retry);
    expect(await screen.findByRole('table', { name: 'File history' })).toBeInTheDocument();
  });
});

describe('polling the file every 3 s', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  const poll = () => act(() => vi.advanceTimersByTimeAsync(3400));

  test.each<[string, FileDetail]>([
    ['the file', detailOf({ status: 'IN_PROGRESS' })],
    ['the vehicle', { ...detailOf(), vehicle: { ...detailOf().vehicle, gear: 'Automatic' } }],
    ['the ticket', { ...detailOf(), ticket_id: 9 }],
  ])(
    'announces a change of %s: "File details have been updated."',
    { tags: ['C-VIEW-M01', 'C-VIEW-Z01', 'X-POLL-02'] },
    async (_what, changed) => {
      const { api } = await open();
      api.use(fake(getFile, changed));
      await poll();
      expect(await notice()).toBeVisible();
    },
  );

  test('does not take an equal response in another order for a change', { tags: ['G-20'] }, async () => {
    const { api } = await open();
    const { file, vehicle, ticket_id } = detailOf();
    const turned = Object.fromEntries(Object.entries(file).toReversed()) as File;
    api.use(fake(getFile, { ticket_id, vehicle, file: turned }));
    await poll();
    await poll();
    expect(api.callsOf(getFile).length).toBeGreaterThanOrEqual(3);
    expect(changeNotices()).toBe(0);
  });

  test('does not announce the user’s own payment, but any change after it', { tags: ['G-20'] }, async () => {
    const { api } = await open(PRICED);
    api.use(fake(confirmAndPay, detailOf(PAID)), fake(getFile, detailOf(PAID)));
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm & Pay' }));
    await screen.findByRole('button', { name: 'Download modified' });
    await poll();
    expect(changeNotices()).toBe(0);
    api.use(fake(getFile, detailOf({ ...PAID, notes: 'New version attached.' })));
    await poll();
    expect(await notice()).toBeVisible();
  });

  test('announces a change after a failed payment', { tags: ['G-20'] }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = await open(PRICED);
    api.use(fake(confirmAndPay, no(500)));
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm & Pay' }));
    await screen.findByText('Payment failed');
    api.use(fake(getFile, detailOf({ ...PRICED, price: 80 })));
    await poll();
    expect(await notice()).toBeVisible();
  });

  test('shows a new version in the history at once', { tags: ['G-60'] }, async () => {
    const { api, visitor } = await open();
    await visitor.click(screen.getByRole('heading', { name: 'File history' }));
    await screen.findByRole('table', { name: 'File history' });
    const before = api.callsOf(listFileHistory).length;
    api.use(fake(getFile, detailOf({ ...PRICED, updated_at: '2026-03-02T10:00:00.000Z' })));
    await poll();
    await waitFor(() => expect(api.callsOf(listFileHistory).length).toBeGreaterThan(before));
  });

  test('without responses leaves the page as it is and shows the last update', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { api } = await open();
    api.use(fake(getFile, no(0)));
    await poll();
    expect(await screen.findByText(/^Offline - last update/)).toBeVisible();
    expect(screen.getByText('Vehicle Information')).toBeVisible();
    api.use(fake(getFile, detailOf()));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/^Offline/)).not.toBeInTheDocument());
  });
});

describe('a file that cannot be shown', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  const show = (response: ReturnType<typeof no>) => {
    const api = installFakeApi(fake(getFile, response), fake(listFileHistory, HISTORY), fake(getMyUser, userWith(1)));
    return { api, ...renderScreen(<ViewFileScreen />, { at: '/view-file/5', path: '/view-file/:id' }) };
  };

  test('because it does not exist or is not yours leads back to the list', async () => {
    show(no(404));
    expect(await screen.findByText('File not found.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'My Files' })).toHaveAttribute('href', '/my-files');
  });

  test('because it does not exist is not requested again, and what says so stays', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { api } = show(no(404));
    const link = await screen.findByRole('link', { name: 'My Files' });
    link.focus();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(api.callsOf(getFile)).toHaveLength(1);
    void queryClient.invalidateQueries();
    await waitFor(() => expect(api.callsOf(getFile)).toHaveLength(2));
    expect(link).toHaveFocus();
  });

  test('because of a server error keeps its button while it is requested again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { api } = show(no(500));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    retry.focus();
    const { promise } = Promise.withResolvers<FileDetail>();
    api.use(fake(getFile, () => promise));
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(api.callsOf(getFile)).toHaveLength(2);
    expect(retry).toHaveFocus();
  });

  test('because of a server error can be requested again', { tags: ['G-32'] }, async () => {
    const { api, visitor } = show(no(500));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(getFile, detailOf()));
    await visitor.click(retry);
    expect(await screen.findByText('Vehicle Information')).toBeVisible();
  });
});

test('the confirmation before canceling a file is an accessible dialog', async () => {
  const { visitor } = await open(PRICED);
  const opener = () => screen.getByRole('button', { name: 'Cancel file' });
  const name = 'Cancel this file?';
  await expectSoundDialog({ of: 'features/files/web/cancel-file.tsx', visitor, name, role: 'alertdialog', opener });
});
