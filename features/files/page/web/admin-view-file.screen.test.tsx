import { buildFileDetail, buildFileRecord, buildHistoryEntry } from '../../files.factory.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../web/client/query-client.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, fakeFile, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { fileIdentification } from '../../../../web/testing/identification-examples.ts';
import { setScreenWidth } from '../../../../web/testing/setup.ts';
import { recentMessages } from '../../../../web/ui/recent-messages.ts';
import { findingsOf } from '../../../../web/testing/findings-examples.ts';
import type { FileDetail, FileStatus } from '../../file.ts';
import type * as contractShapes from '../../file.ts';
import * as contract from '../../files.calls.ts';
import { getIdentification } from '../../identification/identification.calls.ts';
import { listSimilarFiles } from '../../similar/similar-files.calls.ts';
import * as review from '../../review/review.calls.ts';
import { compareWithOriginal } from '../../review/review.calls.ts';
import AdminViewFileScreen from './admin-view-file.screen.tsx';
import { expectDraft, expectGuarded } from '../../../../web/testing/leaving-check.ts';
import { openAdminFile } from '../../../../web/testing/open-admin-file.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

// Loads in advance the code that a press would load: on a busy machine it would not be there at once.
beforeAll(async () => {
  await Promise.all([
    import('../../review/web/admin-deliver.tsx'),
    import('../../review/web/admin-upload-modified.tsx'),
  ]);
});

type StoredFile = contractShapes.File;

const FILE = buildFileRecord({
  file_name: 'VW_Golf_5_19TDI_EDC16U34_read_on_bench.bin',
  email: 'ana@petrova-tuning.mk',
  user_id: 7,
  solution: 'Stage 1,DPF OFF',
});
const WITH_MODIFIED: Partial<StoredFile> = {
  status: 'PROCESSED',
  mod_file_name: 'golf_stage1.bin',
  mod_file_size_bytes: 2_097_152,
  mod_file_sha256: 'cd',
};
const PAID: Partial<StoredFile> = { ...WITH_MODIFIED, feasible: 'POSSIBLE', price_status: 'PAID' };

const detailOf = (changes: Partial<StoredFile> = {}): FileDetail => {
  return buildFileDetail({ ...FILE, ...changes });
};

const installFile = (changes: Partial<StoredFile> = {}) =>
  installFakeApi(
    fake(contract.getFile, detailOf(changes)),
    fake(compareWithOriginal, findingsOf()),
    fake(getIdentification, fileIdentification()),
    fake(listSimilarFiles, { state: 'DONE', files: [] }),
    fake(contract.listFileHistory, [buildHistoryEntry({ file_name: FILE.file_name, created_at: FILE.created_at })]),
  );

async function open(changes: Partial<StoredFile> = {}) {
  const api = installFile(changes);
  const shown = await openAdminFile(<AdminViewFileScreen />);
  const { visitor } = shown;
  const choose = async (name: string) => {
    await visitor.click(screen.getByRole('button', { name: 'Actions' }));
    await visitor.click(await screen.findByRole('menuitem', { name }));
  };
  return { ...shown, api, choose };
}

const messages = () => recentMessages.list().map(({ text }) => text);
const DELIVER = 'Deliver: Volkswagen EDC16U34, 2007';
const MOD = new File(['modified bytes'], 'golf_mod.bin');
const dialog = () => screen.getByRole('dialog');
const press = (name: string) => within(dialog()).getByRole('button', { name });

describe('what is shown', () => {
  test(
    'file information with username and e-mail, prices in CRS, statuses without underscores',
    { tags: ['A-VIEW-01', 'A-VIEW-17', 'A-VIEW-18'] },
    async () => {
      await open();
      const card = screen.getByRole('region', { name: 'Order' });
      for (const text of ['100005', 'ana', 'ana@petrova-tuning.mk', 'IN PROGRESS', 'UNPAID', 'Stage 1', 'DPF OFF']) {
        expect(within(card).getByText(text)).toBeInTheDocument();
      }
      expect(card).toHaveTextContent('60.00 CRS');
    },
  );

  test('vehicle information has all seven fields', { tags: ['A-VIEW-02'] }, async () => {
    await open();
    const card = screen.getByRole('region', { name: 'Vehicle Information' });
    for (const text of ['Car', 'Volkswagen', 'Bosch', 'EDC16U34', '2007', 'Manual', 'DIESEL']) {
      expect(within(card).getByText(text)).toBeInTheDocument();
    }
  });

  test(
    'the history has File Name, cut to 30 characters, and Uploaded',
    { tags: ['A-VIEW-03', 'A-VIEW-04', 'A-VIEW-05', 'A-VIEW-T01', 'X-TRN-04'] },
    async () => {
      const { visitor } = await open();
      await visitor.click(screen.getByRole('heading', { name: 'File history' }));
      const table = await screen.findByRole('table', { name: 'File history' });
      expect(within(table).getByRole('columnheader', { name: 'File Name' })).toBeInTheDocument();
      expect(within(table).getByRole('columnheader', { name: 'Uploaded' })).toBeInTheDocument();
      expect(within(table).getByText('VW_Golf_5_19TDI_EDC16U34_read_...')).toBeInTheDocument();
    },
  );

  test('original and modified file can be downloaded, paid or not', { tags: ['A-VIEW-06', 'A-VIEW-07'] }, async () => {
    await open(WITH_MODIFIED);
    expect(screen.getByRole('button', { name: 'Download original' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Download modified' })).toBeEnabled();
  });

  test('a modified file without a price shows that the customer cannot pay yet', async () => {
    await open(WITH_MODIFIED);
    expect(screen.getByText(/^The modified file is there, but the customer cannot pay for it yet/)).toBeVisible();
  });

  test('on a phone the actions are in a bar at the bottom', async () => {
    setScreenWidth(360);
    const { choose } = await open();
    expect(screen.getByRole('button', { name: 'Deliver' })).toBeInTheDocument();
    await choose('Cancel file');
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  test('what is worked with comes first: the order, what was read, what was seen before, the files', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Seen before' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual([
      'Order',
      'Read from the file',
      'Seen before',
      'Downloads',
      'File history',
      'Vehicle Information',
    ]);
  });

  test('a missing file shows a message', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    installFakeApi(fake(contract.getFile, no(404)));
    renderScreen(<AdminViewFileScreen />, { user: ADMINISTRATOR });
    expect(await screen.findByText('File not found, or deleted.')).toBeInTheDocument();
  });

  test('a file that could not be loaded is loaded on Retry', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(fake(contract.getFile, no(500)), fake(contract.listFileHistory, []));
    const { visitor } = renderScreen(<AdminViewFileScreen />, { user: ADMINISTRATOR });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(contract.getFile, detailOf()));
    await visitor.click(retry);
    expect(await screen.findByRole('region', { name: 'Order' })).toBeInTheDocument();
  });
});

describe('what is offered', { tags: ['A-VIEW-08'] }, () => {
  const offered = async (changes: Partial<StoredFile>) => {
    const { visitor } = await open(changes);
    const actions = screen.queryByRole('button', { name: 'Actions' });
    if (actions === null) return [];
    await visitor.click(actions);
    return readTexts(screen.getAllByRole('menuitem'));
  };

  test.each(['PENDING', 'IN_PROGRESS', 'PROCESSED'] as const)(
    'feasibility and price while %s',
    { tags: ['A-VIEW-10', 'A-VIEW-S01', 'X-STA-14'] },
    async (status) => {
      expect(await offered({ status })).toContain('Set feasibility and price');
    },
  );

  test.each<[string, Partial<StoredFile>, string[]]>([
    ['completed', { ...PAID, status: 'COMPLETED' }, []],
    ['refunded', { ...PAID, status: 'REFUNDED', price_status: 'REFUNDED' }, []],
    ['canceled and unpaid', { status: 'CANCELED' }, ['Undo cancel']],
    ['not supported', { status: 'NOT_SUPPORTED_SOLUTION', feasible: 'NOT_POSSIBLE' }, ['Undo cancel']],
  ])('actions of a file that is %s', { tags: ['A-VIEW-12', 'A-VIEW-S02', 'X-STA-15'] }, async (_, changes, items) => {
    expect(await offered(changes)).toEqual(items);
    expect(screen.queryAllByRole('button', { name: /^Cancel/ })).toEqual([]);
  });

  test('Cancel file as long as the file is open, also when paid', { tags: ['A-VIEW-11', 'X-STA-16'] }, async () => {
    expect(await offered(PAID)).toContain('Cancel file');
  });

  test('the button that cancels a paid file says what is refunded', async () => {
    await open(PAID);
    expect(screen.getByRole('button', { name: 'Cancel and refund 60.00 CRS' })).toBeVisible();
  });

  test('nothing about tickets', async () => {
    expect((await offered({})).join()).not.toMatch(/ticket/i);
    expect(screen.queryByText('Open Support Ticket')).not.toBeInTheDocument();
  });
});

describe('Upload modified file', { tags: ['A-VIEW-09'] }, () => {
  test('shows "Please select a file before uploading."', { tags: ['A-VIEW-M01', 'X-VAL-19', 'X-ERR-33'] }, async () => {
    const { visitor, choose, api } = await open();
    await choose('Upload modified file');
    await visitor.click(press('Upload'));
    expect(await screen.findByText('Please select a file before uploading.')).toBeInTheDocument();
    expect(api.callsOf(review.uploadModified)).toHaveLength(0);
  });

  test(
    'sends file, fileId and notes and shows "Uploaded successfully." after 2 s',
    { tags: ['A-VIEW-M03', 'A-VIEW-Z03', 'X-TST-04', 'X-ERR-35'] },
    async () => {
      const { visitor, choose, api } = await open();
      api.use(fake(review.uploadModified, detailOf({ ...WITH_MODIFIED, updated_at: '2026-03-02T10:00:00.000Z' })));
      await choose('Upload modified file');
      await visitor.upload(within(dialog()).getByLabelText(/Modified file/), MOD);
      await visitor.type(within(dialog()).getByLabelText('Notes'), 'Flash it cold.');
      const before = performance.now();
      await visitor.click(press('Upload'));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(messages()).toEqual([]);
      await waitFor(() => expect(messages()).toEqual(['Uploaded successfully.']));
      expect(performance.now() - before).toBeGreaterThan(1990);
      const [sent] = api.callsOf(review.uploadModified);
      expect(sent?.input).toEqual({ id: '5', fileId: 5, notes: 'Flash it cold.', confirmed: [], offer_version: 0 });
      expect(sent?.file?.name).toBe('golf_mod.bin');
      expect(screen.getByText('golf_stage1.bin')).toBeInTheDocument();
    },
  );

  test('cleared notes are sent as null', async () => {
    const { visitor, choose, api } = await open({ notes: 'Wait for us.' });
    api.use(fake(review.uploadModified, detailOf(WITH_MODIFIED)));
    await choose('Upload modified file');
    await visitor.upload(within(dialog()).getByLabelText(/Modified file/), MOD);
    await visitor.clear(within(dialog()).getByLabelText('Notes'));
    await visitor.click(press('Upload'));
    await waitFor(() => expect(api.callsOf(review.uploadModified)).toHaveLength(1));
    expect(api.callsOf(review.uploadModified)[0]?.input).toMatchObject({ notes: null });
    // It appears after 2 s, which would fall into the next test; a poll may have announced the change by then.
    await waitFor(() => expect(messages()).toContain('Uploaded successfully.'));
  });

  test.each([
    [500, ''],
    [400, 'Set the file to POSSIBLE before uploading the modified file.'],
  ])(
    'a failure (%s) shows "Upload failed. Please try again." and keeps everything',
    { tags: ['A-VIEW-M02', 'X-ERR-34'] },
    async (status, reason) => {
      const { visitor, choose, api } = await open();
      api.use(fake(review.uploadModified, no(status, reason)));
      await choose('Upload modified file');
      await visitor.upload(within(dialog()).getByLabelText(/Modified file/), MOD);
      await visitor.type(within(dialog()).getByLabelText('Notes'), 'Flash it cold.');
      await visitor.click(press('Upload'));
      const alert = await within(dialog()).findByRole('alert');
      expect(alert).toHaveTextContent(`Upload failed. Please try again.${reason}`);
      expect(within(dialog()).getByLabelText('Notes')).toHaveValue('Flash it cold.');
      expect(within(dialog()).getByText('golf_mod.bin')).toBeInTheDocument();
    },
  );

  test('the progress follows the bytes, and the upload can be stopped without losing any input', async () => {
    const { visitor, choose, api } = await open();
    api.use(fake(review.uploadModified, () => new Promise(() => {})));
    await choose('Upload modified file');
    await visitor.upload(within(dialog()).getByLabelText(/Modified file/), MOD);
    await visitor.click(press('Upload'));
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100'));
    await visitor.click(press('Stop upload'));
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
    expect(within(dialog()).queryByRole('alert')).not.toBeInTheDocument();
    expect(within(dialog()).getByText('golf_mod.bin')).toBeInTheDocument();
  });

  test('a press of Stop that comes after the upload has failed discards nothing', async () => {
    const { visitor, choose, api } = await open();
    let fail = () => {};
    api.use(fake(review.uploadModified, () => new Promise((resolve) => (fail = () => resolve(no(500))))));
    await choose('Upload modified file');
    await visitor.upload(within(dialog()).getByLabelText(/Modified file/), MOD);
    await visitor.click(press('Upload'));
    const stop = await within(dialog()).findByRole('button', { name: 'Stop upload' });
    expect(press('Cancel')).toBeDisabled();
    // Who is typing meanwhile keeps the focus, so that the failure does not take it.
    await visitor.type(within(dialog()).getByLabelText('Notes'), 'Flash it cold.');
    stop.focus();
    fail();
    await within(dialog()).findByRole('alert');
    await visitor.keyboard('{Enter}');
    expect(stop).not.toBeInTheDocument();
    expect(within(dialog()).getByLabelText('Notes')).toHaveValue('Flash it cold.');
    expect(press('Cancel')).toBeEnabled();
  });

  test('a file above 20 MB is refused before it is sent', async () => {
    const { visitor, choose } = await open();
    await choose('Upload modified file');
    const large = new File(['x'], 'large.bin');
    Object.defineProperty(large, 'size', { value: 20_971_521 });
    await visitor.upload(within(dialog()).getByLabelText(/Modified file/), large);
    expect(within(dialog()).getByText('File size should not exceed 20MB.')).toBeInTheDocument();
  });
});

describe('Deliver', () => {
  const bar = () => screen.getByRole('region', { name: 'Work on this file' });

  test('is the one button for the file in the bar; what else can be done is in the menu', async () => {
    const { visitor } = await open();
    expect(readTexts(within(bar()).getAllByRole('button'))).toEqual(['Deliver', 'Cancel file']);
    await visitor.click(screen.getByRole('button', { name: 'Actions' }));
    expect(readTexts(screen.getAllByRole('menuitem'))).toEqual([
      'Upload modified file',
      'Set feasibility and price',
      'Cancel file',
    ]);
  });

  test('starts at the file; attaching it sets POSSIBLE beside the price of the catalogue, and Ctrl+Enter delivers', async () => {
    const { visitor, api } = await open();
    api.use(fake(review.setFeasibility, detailOf(PAID)));
    await visitor.click(screen.getByRole('button', { name: 'Deliver' }));
    expect(await screen.findByRole('dialog', { name: DELIVER })).toHaveTextContent('Stage 1 · DPF OFF');
    expect(within(dialog()).getByLabelText('Modified file')).toHaveFocus();
    await visitor.upload(within(dialog()).getByLabelText('Modified file'), MOD);
    expect(within(dialog()).getByRole('radio', { name: /^POSSIBLE/ })).toBeChecked();
    expect(within(dialog()).getByLabelText(/^Price/)).toHaveValue('60.00');
    await visitor.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [sent] = api.callsOf(review.setFeasibility);
    expect(sent?.input).toMatchObject({ feasible: 'POSSIBLE', price: 60 });
    expect(sent?.file?.name).toBe('golf_mod.bin');
  });

  test('is open at once at an address that asks for it', async () => {
    installFile();
    const at = '/admin/view-file/5#deliver';
    renderScreen(<AdminViewFileScreen />, { at, path: '/admin/view-file/:id', user: ADMINISTRATOR });
    expect(await screen.findByRole('dialog', { name: DELIVER })).toBeVisible();
  });
});

describe('Set feasibility and price', () => {
  async function ask(changes: Partial<StoredFile> = {}) {
    const shown = await open(changes);
    await shown.choose('Set feasibility and price');
    const fillPrice = async (text: string) => {
      await shown.visitor.clear(within(dialog()).getByLabelText(/^Price/));
      if (text) await shown.visitor.type(within(dialog()).getByLabelText(/^Price/), text);
    };
    const chooseFeasibility = (word: RegExp) =>
      shown.visitor.click(within(dialog()).getByRole('radio', { name: word }));
    return {
      ...shown,
      fillPrice,
      chooseFeasibility,
      save: () => shown.visitor.click(within(dialog()).getByRole('button', { name: /^(Deliver|Save)$/ })),
    };
  }

  test('offers POSSIBLE and NOT_POSSIBLE and requires one', { tags: ['A-VIEW-19', 'A-VIEW-20'] }, async () => {
    const { save, api } = await ask();
    const values = within(dialog())
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('value'));
    expect(values).toEqual(['POSSIBLE', 'NOT_POSSIBLE']);
    await save();
    expect(await screen.findByText('Please choose POSSIBLE or NOT POSSIBLE.')).toBeInTheDocument();
    expect(api.callsOf(review.setFeasibility)).toHaveLength(0);
  });

  test('POSSIBLE without a modified file alerts', { tags: ['A-VIEW-M04', 'X-VAL-20', 'X-ERR-36'] }, async () => {
    const { chooseFeasibility, save, api } = await ask();
    await chooseFeasibility(/^POSSIBLE/);
    await save();
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent('Attachment of the mod file is missing!');
    expect(api.callsOf(review.setFeasibility)).toHaveLength(0);
  });

  test('an earlier modified file is sufficient and is shown by name', { tags: ['G-43'] }, async () => {
    const { chooseFeasibility, save, api } = await ask(WITH_MODIFIED);
    api.use(fake(review.setFeasibility, detailOf({ ...WITH_MODIFIED, feasible: 'POSSIBLE' })));
    expect(within(dialog()).getByText('Using golf_stage1.bin')).toBeInTheDocument();
    await chooseFeasibility(/^POSSIBLE/);
    await save();
    await waitFor(() => expect(api.callsOf(review.setFeasibility)).toHaveLength(1));
    expect(api.callsOf(review.setFeasibility)[0]?.file).toBeUndefined();
  });

  test('shows "File details have been updated." once', { tags: ['A-VIEW-M05', 'X-ERR-37', 'G-20'] }, async () => {
    const { chooseFeasibility, save, fillPrice, visitor, api } = await ask();
    api.use(fake(review.setFeasibility, detailOf({ ...WITH_MODIFIED, feasible: 'POSSIBLE', price: 75.5 })));
    await chooseFeasibility(/^POSSIBLE/);
    await fillPrice('75,5');
    await visitor.type(within(dialog()).getByLabelText('Notes'), 'Ready.');
    await visitor.upload(within(dialog()).getByLabelText('Modified file'), MOD);
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [sent] = api.callsOf(review.setFeasibility);
    expect(sent?.input).toEqual({
      id: '5',
      feasible: 'POSSIBLE',
      price: 75.5,
      notes: 'Ready.',
      confirmed: [],
      offer_version: 0,
    });
    expect(sent?.file?.name).toBe('golf_mod.bin');
    expect(await screen.findByText('75.50')).toBeInTheDocument();
    expect(messages()).toEqual(['File details have been updated.']);
  });

  test.each([
    ['', 'Price must be a number from 0 to 100000.'],
    ['cheap', 'Price must be a number from 0 to 100000.'],
    ['-1', 'Price must be a number from 0 to 100000.'],
    ['0x10', 'Price must be a number from 0 to 100000.'],
    ['1,', 'Price must be a number from 0 to 100000.'],
    ['1234.567', 'A price has at most two decimals.'],
    ['1.000', '“1.000” can be read as “1000” or as “1”. Write it without separators, or with two decimals.'],
    ['1,234', '“1,234” can be read as “1234” or as “1.234”. Write it without separators, or with two decimals.'],
  ])('the price "%s" is not sent: %s', { tags: ['X-VAL-20'] }, async (text, sentence) => {
    const { chooseFeasibility, save, fillPrice, api } = await ask(WITH_MODIFIED);
    await chooseFeasibility(/^POSSIBLE/);
    await fillPrice(text);
    await save();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(api.callsOf(review.setFeasibility)).toHaveLength(0);
  });

  test('NOT_POSSIBLE asks for neither price nor file, and drops a price typed before', async () => {
    const { chooseFeasibility, save, fillPrice, api } = await ask();
    api.use(fake(review.setFeasibility, detailOf({ feasible: 'NOT_POSSIBLE' })));
    await fillPrice('75');
    await chooseFeasibility(/^NOT POSSIBLE/);
    expect(within(dialog()).queryByLabelText(/^Price/)).not.toBeInTheDocument();
    expect(within(dialog()).queryByLabelText('Modified file')).not.toBeInTheDocument();
    await chooseFeasibility(/^POSSIBLE/);
    expect(within(dialog()).getByLabelText(/^Price/)).toHaveValue('75');
    await chooseFeasibility(/^NOT POSSIBLE/);
    await save();
    await waitFor(() => expect(api.callsOf(review.setFeasibility)).toHaveLength(1));
    expect(api.callsOf(review.setFeasibility)[0]?.input).toMatchObject({ feasible: 'NOT_POSSIBLE', price: null });
  });

  test('the price of a paid file is read-only', async () => {
    await ask(PAID);
    expect(within(dialog()).getByLabelText(/^Price/)).toHaveAttribute('readonly');
    expect(screen.getByText('The file is already paid; its price cannot be changed.')).toBeInTheDocument();
  });

  test.each([
    [400, 'The file is closed; feasibility and price can no longer be changed.'],
    [500, 'Something went wrong'],
  ])('a failure (%s) shows "%s" and keeps what was typed', async (status, sentence) => {
    const { chooseFeasibility, save, fillPrice, api } = await ask(WITH_MODIFIED);
    api.use(fake(review.setFeasibility, no(status, status === 400 ? sentence : 'secret')));
    await chooseFeasibility(/^POSSIBLE/);
    await fillPrice('80');
    await save();
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent(sentence);
    expect(within(dialog()).getByLabelText(/^Price/)).toHaveValue('80');
  });
});

describe('Download original', () => {
  const WORK_STARTED = 'Work on this file has started; the customer is notified.';
  /** What a colleague does with a waiting file, and how this page learns of it. */
  const seeTakenUp = async (api: Awaited<ReturnType<typeof open>>['api']) => {
    api.use(fake(contract.getFile, detailOf({ status: 'IN_PROGRESS' })));
    await act(() => queryClient.refetchQueries({ queryKey: ['file', 5] }));
    expect(await screen.findByText('IN PROGRESS')).toBeInTheDocument();
  };
  const downloadOriginal = async ({ visitor }: Awaited<ReturnType<typeof open>>) =>
    visitor.click(screen.getByRole('button', { name: 'Download original' }));

  beforeEach(() => {
    URL.createObjectURL = () => 'blob:golf';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  });

  test('starts work on a waiting file without notifying the administrator who did it', { tags: ['G-20'] }, async () => {
    const shown = await open({ status: 'PENDING' });
    const { api } = shown;
    api.use(fake(contract.downloadOriginal, fakeFile('golf.bin', new Uint8Array([1]))));
    api.use(fake(contract.startWork, { ...detailOf({ status: 'IN_PROGRESS' }), started: true }));
    await downloadOriginal(shown);
    expect(await screen.findByText('IN PROGRESS')).toBeInTheDocument();
    expect(api.callsOf(contract.startWork)).toHaveLength(1);
    expect(messages()).toEqual([WORK_STARTED]);
  });

  test('shows a toast that undoes the start of the work', async () => {
    const shown = await open({ status: 'PENDING' });
    const { api, visitor } = shown;
    api.use(fake(contract.downloadOriginal, fakeFile('golf.bin', new Uint8Array([1]))));
    let status: FileStatus = 'PENDING';
    const moveTo = (next: FileStatus) => {
      status = next;
      return detailOf({ status });
    };
    api.use(fake(contract.getFile, () => detailOf({ status })));
    api.use(fake(contract.startWork, () => ({ ...moveTo('IN_PROGRESS'), started: true })));
    api.use(fake(contract.undoStartWork, () => moveTo('PENDING')));
    await downloadOriginal(shown);
    await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('PENDING')).toBeInTheDocument();
    await waitFor(() => expect(messages()).toEqual(['The file waits again.', WORK_STARTED]));
  });

  test('of a waiting file that a colleague has started meanwhile shows no toast to undo it', async () => {
    const shown = await open({ status: 'PENDING' });
    const { api } = shown;
    api.use(fake(contract.downloadOriginal, fakeFile('golf.bin', new Uint8Array([1]))));
    api.use(fake(contract.startWork, { ...detailOf({ status: 'IN_PROGRESS' }), started: false }));
    await downloadOriginal(shown);
    expect(await screen.findByText('IN PROGRESS')).toBeInTheDocument();
    expect(messages()).not.toContain(WORK_STARTED);
  });

  test('that failed does not start work: a change by another user is announced', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const shown = await open({ status: 'PENDING' });
    shown.api.use(fake(contract.downloadOriginal, no(500)));
    await downloadOriginal(shown);
    expect(await screen.findByText('Download failed.')).toBeInTheDocument();
    await seeTakenUp(shown.api);
    expect(messages()).toEqual(['File details have been updated.']);
  });

  test('of a file in progress changes nothing, so the next change is announced to the user', async () => {
    const shown = await open();
    const { api } = shown;
    api.use(fake(contract.downloadOriginal, fakeFile('golf.bin', new Uint8Array([1]))));
    await downloadOriginal(shown);
    await waitFor(() => expect(api.callsOf(contract.downloadOriginal)).toHaveLength(1));
    api.use(fake(contract.getFile, detailOf({ price: 99 })));
    await act(() => queryClient.refetchQueries({ queryKey: ['file', 5] }));
    await waitFor(() => expect(messages()).toEqual(['File details have been updated.']));
  });
});

test('what was not understood in the words of an order is shown to staff', async () => {
  await open({ not_understood: ['P04XX'] });
  const sentence = 'In the order, this looks like a code and was not understood: P04XX. Please ask the customer.';
  expect(await screen.findByText(sentence)).toBeVisible();
});

describe('Cancel file', () => {
  async function ask(changes: Partial<StoredFile> = {}) {
    const shown = await open(changes);
    await shown.choose('Cancel file');
    const asked = screen.getByRole('alertdialog');
    return {
      ...shown,
      asked,
      confirm: (name = 'Cancel file') => shown.visitor.click(within(asked).getByRole('button', { name })),
    };
  }

  test.each<[string, Partial<StoredFile>, string]>([
    ['the refund of a paid file', PAID, 'ana gets 60.00 CRS back and the file becomes REFUNDED.'],
    ['that nothing is refunded', {}, 'The file becomes CANCELED. Nothing was paid, so nothing is refunded.'],
    ['the end of an impossible one', { feasible: 'NOT_POSSIBLE' }, 'The file becomes NOT SUPPORTED SOLUTION.'],
  ])('announces %s', async (_, changes, sentence) => {
    const { asked } = await ask(changes);
    expect(asked).toHaveTextContent(sentence);
    expect(within(asked).getByRole('button', { name: 'Keep the file' })).toHaveFocus();
  });

  test('announces that there is nothing left to cancel once somebody else has ended the file', async () => {
    const { api, asked } = await ask();
    api.use(fake(contract.getFile, detailOf({ status: 'CANCELED' })));
    await act(() => queryClient.refetchQueries({ queryKey: ['file', 5] }));
    await waitFor(() => expect(asked).toHaveTextContent('The file is already CANCELED'));
  });

  test('after success leads the administrator to /admin/all-files', { tags: ['A-VIEW-11', 'X-STA-16'] }, async () => {
    const { api, confirm, location } = await ask(PAID);
    api.use(fake(contract.cancelFile, detailOf({ ...PAID, status: 'REFUNDED', price_status: 'REFUNDED' })));
    await confirm('Cancel and refund 60.00 CRS');
    await waitFor(() => expect(location()).toBe('/admin/all-files'));
    expect(messages()).toEqual(['File canceled, 60.00 CRS refunded.']);
  });

  test("a 400 shows the server's sentence", { tags: ['A-VIEW-M08', 'X-ERR-40'] }, async () => {
    const { api, confirm, asked, location } = await ask();
    api.use(fake(contract.cancelFile, no(400, 'A completed file cannot be canceled or refunded.')));
    await confirm();
    expect(await within(asked).findByText('A completed file cannot be canceled or refunded.')).toBeInTheDocument();
    expect(location()).toBe('/admin/view-file/5');
  });

  test('any other failure shows "Something went wrong"', { tags: ['A-VIEW-M09', 'X-ERR-41'] }, async () => {
    const { api, confirm, asked } = await ask();
    api.use(fake(contract.cancelFile, no(500, 'secret')));
    await confirm();
    expect(await within(asked).findByText('Something went wrong')).toBeInTheDocument();
  });
});

describe('Undo cancel', { tags: ['A-VIEW-12', 'X-STA-15'] }, () => {
  test('restores the file and stays on its page', async () => {
    const { api, choose, location } = await open({ status: 'CANCELED' });
    api.use(fake(contract.undoCancel, detailOf({ status: 'PENDING' })));
    await choose('Undo cancel');
    expect(await screen.findByText('PENDING')).toBeInTheDocument();
    expect(location()).toBe('/admin/view-file/5');
    expect(messages()).toEqual(['The cancel is undone.']);
  });

  test.each([
    [400, 'Only a canceled file can be restored.'],
    [500, 'Something went wrong'],
  ])('fails (%s): "%s"', { tags: ['A-VIEW-M06', 'X-ERR-38', 'A-VIEW-M07', 'X-ERR-39'] }, async (status, sentence) => {
    const { api, choose } = await open({ status: 'CANCELED' });
    api.use(fake(contract.undoCancel, no(status, status === 400 ? sentence : 'secret')));
    await choose('Undo cancel');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });
});

describe('polling', { tags: ['A-VIEW-Z01', 'X-POLL-03'] }, () => {
  test('reloads the file every 5 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { api } = await open();
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(api.callsOf(contract.getFile)).toHaveLength(1);
    // Polls are a tenth earlier or later, so that many tabs do not poll at once.
    await act(() => vi.advanceTimersByTimeAsync(1600));
    expect(api.callsOf(contract.getFile)).toHaveLength(2);
  });

  test('a change by another user is announced', { tags: ['A-VIEW-M10'] }, async () => {
    const { api } = await open();
    api.use(fake(contract.getFile, detailOf({ price_status: 'UNPAID', price: 99 })));
    await act(() => queryClient.refetchQueries({ queryKey: ['file', 5] }));
    await waitFor(() => expect(messages()).toEqual(['File details have been updated.']));
  });

  test('a change does not close a dialog that the user is filling in', async () => {
    const { api, choose, visitor } = await open();
    await choose('Upload modified file');
    await visitor.type(within(dialog()).getByLabelText('Notes'), 'Half a sen');
    api.use(fake(contract.getFile, detailOf({ status: 'CANCELED' })));
    await act(() => queryClient.refetchQueries({ queryKey: ['file', 5] }));
    expect(await screen.findByText('CANCELED')).toBeInTheDocument();
    expect(within(dialog()).getByLabelText('Notes')).toHaveValue('Half a sen');
  });
});

test.each([
  ['Upload modified file', 'Upload modified file', 'features/files/review/web/admin-upload-modified.tsx', 'dialog'],
  ['Set feasibility and price', DELIVER, 'features/files/review/web/admin-deliver.tsx', 'dialog'],
  ['Cancel file', 'Cancel this file?', 'features/files/web/admin-cancel-file.tsx', 'alertdialog'],
] as const)('"%s" opens an accessible dialog from the menu', async (item, name, of, role) => {
  const { visitor, choose } = await open();
  const opener = () => screen.getByRole('button', { name: 'Actions' });
  await expectSoundDialog({ of, visitor, name, role, opener, open: () => choose(item) });
});

test.each([
  ['Deliver', DELIVER, 'features/files/review/web/admin-deliver.tsx', 'dialog'],
  ['Cancel file', 'Cancel this file?', 'features/files/web/admin-cancel-file.tsx', 'alertdialog'],
] as const)('"%s" opens an accessible dialog from the bar', async (button, name, of, role) => {
  const { visitor } = await open();
  await expectSoundDialog({ of, visitor, name, role, opener: () => screen.getByRole('button', { name: button }) });
});

describe('unsaved input in a dialog', () => {
  const notes = () => within(dialog()).getByLabelText('Notes');
  const choosing = (shown: Awaited<ReturnType<typeof open>>, action: string) => async () => {
    await screen.findByRole('region', { name: 'Order' });
    await shown.choose(action);
  };
  const writing = (shown: Awaited<ReturnType<typeof open>>, action: string) => async () => {
    await shown.choose(action);
    await shown.visitor.type(notes(), 'Flash it cold.');
  };
  const attaching = (shown: Awaited<ReturnType<typeof open>>, action: string) => async () => {
    await shown.choose(action);
    await shown.visitor.upload(within(dialog()).getByLabelText(/^Modified file/), MOD);
  };
  const isThere = () => expect(notes()).toHaveValue('Flash it cold.');

  test('a price or a file asks before it is discarded; notes are restored unless Cancel discards them', async () => {
    const action = 'Set feasibility and price';
    const shown = await open(WITH_MODIFIED);
    await expectDraft(shown, {
      of: 'features/files/review/web/admin-deliver.tsx',
      change: writing(shown, action),
      reopen: choosing(shown, action),
      isThere,
    });
    await shown.visitor.click(press('Cancel'));
    await shown.choose(action);
    expect(notes()).toHaveValue('');
    await shown.visitor.click(press('Cancel'));
    await expectGuarded(shown, {
      of: 'features/files/review/web/admin-deliver.tsx',
      change: async () => {
        await shown.choose(action);
        await shown.visitor.type(within(dialog()).getByLabelText(/^Price/), '1');
      },
    });
  });

  test('a modified file asks before it is discarded; its notes are restored in either dialog', async () => {
    const action = 'Upload modified file';
    const shown = await open();
    await expectDraft(shown, {
      of: 'features/files/review/web/admin-upload-modified.tsx',
      change: writing(shown, action),
      reopen: choosing(shown, 'Set feasibility and price'),
      isThere,
    });
    await shown.visitor.click(press('Cancel'));
    await expectGuarded(shown, {
      of: 'features/files/review/web/admin-upload-modified.tsx',
      change: attaching(shown, action),
    });
  });
});
