import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../web/client/query-client.ts';
import { fake, installFakeApi, refused } from '../../../../web/testing/fake-api.ts';
import { FILE, detailOf as exampleOf } from '../../../../web/testing/ticket-examples.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { findingsOf } from '../../../../web/testing/findings-examples.ts';
import type * as contractShapes from '../../file.ts';
import * as contract from '../../files.calls.ts';
import * as review from '../../review/review.calls.ts';
import { compareWithOriginal } from '../../review/review.calls.ts';
import { offerChanged } from '../../review/review.rules.ts';
import AdminViewFileScreen from './admin-view-file.screen.tsx';

// Loads in advance the code that a press would load: on a busy machine it would not be there at once.
beforeAll(async () => {
  await Promise.all([
    import('../../review/web/admin-deliver.tsx'),
    import('../../review/web/admin-upload-modified.tsx'),
  ]);
});

type StoredFile = contractShapes.File;

/** Has a modified file, and a catalogue total of 0 that has not been decided. */
const UNPRICED: Partial<StoredFile> = {
  status: 'PROCESSED',
  price: 0,
  feasible: null,
  price_status: 'UNPAID',
  notes: null,
  mod_file_name: 'golf_stage1.bin',
  mod_file_size_bytes: 2_097_152,
  mod_file_sha256: 'cd',
  offer_version: 0,
  offer_set_by: null,
  offer_set_at: null,
};
const OTHERS = {
  feasible: 'POSSIBLE',
  price: 222,
  notes: 'Flash it cold.',
  offer_version: 1,
  offer_set_by: 'ben',
  offer_set_at: '2026-03-02T10:00:00.000Z',
} as const;

const detailOf = (changes: Partial<StoredFile> = {}) => exampleOf({ ...UNPRICED, ...changes });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const dialog = () => within(screen.getByRole('dialog'));
const price = () => dialog().getByLabelText(/^Price/);

async function show(changes: Partial<StoredFile> = {}) {
  const api = installFakeApi(
    fake(contract.getFile, detailOf(changes)),
    fake(compareWithOriginal, findingsOf()),
    fake(contract.listFileHistory, []),
    fake(review.setFeasibility, detailOf(OTHERS)),
    fake(review.uploadModified, detailOf(OTHERS)),
  );
  const { visitor } = renderScreen(<AdminViewFileScreen />, {
    at: '/admin/view-file/5',
    path: '/admin/view-file/:id',
    user: ADMINISTRATOR,
  });
  const actions = await screen.findByRole('button', { name: 'Actions' });
  return { api, visitor, actions };
}

async function open(action: string, changes: Partial<StoredFile> = {}) {
  const { api, visitor, actions } = await show(changes);
  await visitor.click(actions);
  await visitor.click(await screen.findByRole('menuitem', { name: action }));
  // Its code is loaded when it is opened.
  await screen.findByRole('dialog');
  const press = (name: string) => visitor.click(dialog().getByRole('button', { name }));
  const fillPrice = async (text: string) => {
    await visitor.clear(price());
    await visitor.type(price(), text);
  };
  const poll = async (now: Partial<StoredFile>) => {
    api.use(fake(contract.getFile, detailOf(now)));
    await act(() => queryClient.refetchQueries({ queryKey: ['file', FILE.id] }));
  };
  const sent = () => api.callsOf(review.setFeasibility).map(({ input }) => input);
  return { api, visitor, press, fillPrice, poll, sent };
}

const openPrice = (changes: Partial<StoredFile> = {}) => open('Set feasibility and price', changes);
const differences = async () =>
  (await dialog().findAllByRole('row')).map((row) => [...row.children].map((cell) => cell.textContent));

describe('a file that is dropped anywhere on the page', () => {
  const drop = (files: File[]) => fireEvent.drop(document.body, { dataTransfer: { files, types: ['Files'] } });

  test('opens the dialog with the file attached and compared, POSSIBLE chosen and the price of the catalogue', async () => {
    const { api } = await show({ price: 60, mod_file_name: null });
    drop([new File(['modified'], 'golf_stage1.bin')]);
    await screen.findByRole('dialog');
    expect(await dialog().findByText('golf_stage1.bin')).toBeInTheDocument();
    expect(dialog().getByRole('radio', { name: /^POSSIBLE/ })).toBeChecked();
    expect(price()).toHaveValue('60.00');
    await waitFor(() => expect(api.callsOf(compareWithOriginal)).not.toHaveLength(0));
  });

  test('is not taken where the price cannot be set any more', async () => {
    await show({ status: 'CANCELED' });
    drop([new File(['modified'], 'golf_stage1.bin')]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a price of 0', () => {
  test('is never prefilled from a catalogue without prices: an administrator has to enter it', async () => {
    const { visitor, press, sent } = await openPrice();
    expect(price()).toHaveValue('');
    await visitor.click(dialog().getByRole('radio', { name: /^POSSIBLE/ }));
    await press('Deliver');
    expect(await dialog().findByText('Price must be a number from 0 to 100000.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  test('is saved only after confirmation that the file is free', async () => {
    const { visitor, press, fillPrice, sent } = await openPrice();
    await visitor.click(dialog().getByRole('radio', { name: /^POSSIBLE/ }));
    await fillPrice('0');
    expect(dialog().queryByRole('checkbox')).not.toBeInTheDocument();
    await press('Deliver');
    expect(await dialog().findByText('Please confirm that this file costs nothing.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await visitor.click(dialog().getByRole('checkbox', { name: /^This file costs nothing/ }));
    await press('Deliver');
    await waitFor(() => expect(sent()).toMatchObject([{ feasible: 'POSSIBLE', price: 0 }]));
  });

  test.each(['0,00', '00', '0.'])(
    'needs confirmation as "%s" as well, and a confirmation counts for that input only',
    async (text) => {
      const { visitor, press, fillPrice, sent } = await openPrice({ price: 60 });
      await visitor.click(dialog().getByRole('radio', { name: /^POSSIBLE/ }));
      await fillPrice('0');
      await press('Deliver');
      await visitor.click(await dialog().findByRole('checkbox'));
      await fillPrice(text);
      await press('Deliver');
      expect(sent()).toEqual([]);
    },
  );

  test('of a paid file needs no confirmation', async () => {
    const { press, sent } = await openPrice({ feasible: 'POSSIBLE', price_status: 'PAID' });
    await press('Deliver');
    await waitFor(() => expect(sent()).toMatchObject([{ price: 0 }]));
  });
});

describe('a stale save', () => {
  const stale = fake(review.setFeasibility, refused(offerChanged(OTHERS)));

  async function beRefused() {
    const opened = await openPrice({ price: 60 });
    opened.api.use(stale);
    await opened.visitor.click(dialog().getByRole('radio', { name: /^POSSIBLE/ }));
    await opened.fillPrice('180');
    await opened.press('Deliver');
    expect(await dialog().findByText('ben has changed this file meanwhile.')).toBeInTheDocument();
    return opened;
  }

  test('shows the user’s and the saved values, and saves nothing until one is chosen', async () => {
    const { press, sent } = await beRefused();
    expect(await differences()).toEqual([
      ['', 'Before', 'Yours', 'Saved now'],
      ['Price', '60.00 CRS', '180.00 CRS', '222.00 CRS'],
      ['Notes', '–', '–', 'Flash it cold.'],
    ]);
    expect(sent()).toMatchObject([{ price: 180, offer_version: 0 }]);
    await press('Deliver');
    expect(sent()).toHaveLength(1);
    expect(price()).toHaveValue('180');
  });

  test('is saved with the user’s own values once they are chosen', async () => {
    const { api, press, sent } = await beRefused();
    await press('Keep mine');
    expect(dialog().queryByText('ben has changed this file meanwhile.')).not.toBeInTheDocument();
    api.use(fake(review.setFeasibility, detailOf({ ...OTHERS, price: 180, offer_version: 2 })));
    await press('Deliver');
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ price: 180, notes: null, offer_version: 1 }));
  });

  test('takes the saved values into the dialog', async () => {
    const { press } = await beRefused();
    await press('Take the saved values');
    expect(price()).toHaveValue('222.00');
    expect(dialog().getByLabelText('Notes')).toHaveValue('Flash it cold.');
    expect(dialog().queryByRole('table')).not.toBeInTheDocument();
  });

  test('is not even sent when the page noticed the change while the dialog was open', async () => {
    const { visitor, press, fillPrice, poll, sent } = await openPrice();
    await visitor.click(dialog().getByRole('radio', { name: /^POSSIBLE/ }));
    await fillPrice('180');
    await poll(OTHERS);
    expect(await dialog().findByText('ben has changed this file meanwhile.')).toBeInTheDocument();
    await press('Deliver');
    expect(sent()).toEqual([]);
  });

  test('shows no difference when the input equals the saved values', async () => {
    const { visitor, fillPrice, poll } = await openPrice();
    await visitor.click(dialog().getByRole('radio', { name: /^POSSIBLE/ }));
    await fillPrice('222');
    await visitor.type(dialog().getByLabelText('Notes'), 'Flash it cold.');
    await poll(OTHERS);
    expect(dialog().queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('the notes of an upload', () => {
  const MOD = new File(['modified bytes'], 'golf_mod.bin');
  const openUpload = async () => {
    const opened = await open('Upload modified file', { notes: 'Wait for us.' });
    await opened.visitor.upload(dialog().getByLabelText(/Modified file/), MOD);
    const uploads = () => opened.api.callsOf(review.uploadModified).map(({ input }) => input);
    return { ...opened, uploads };
  };

  test('are not sent when untouched, and so overwrite nothing', async () => {
    const { poll, press, uploads } = await openUpload();
    await poll(OTHERS);
    await waitFor(() => expect(dialog().getByLabelText('Notes')).toHaveValue('Flash it cold.'));
    await press('Upload');
    await waitFor(() => expect(uploads()).toHaveLength(1));
    expect(Object.keys(uploads()[0] as object)).not.toContain('notes');
  });

  test('are compared first when another administrator has changed them', async () => {
    const { api, visitor, press, uploads } = await openUpload();
    api.use(fake(review.uploadModified, refused(offerChanged(OTHERS))));
    await visitor.clear(dialog().getByLabelText('Notes'));
    await visitor.type(dialog().getByLabelText('Notes'), 'Flash it hot.');
    await press('Upload');
    expect(await differences()).toEqual([
      ['', 'Before', 'Yours', 'Saved now'],
      ['Notes', 'Wait for us.', 'Flash it hot.', 'Flash it cold.'],
    ]);
    await press('Keep mine');
    api.use(fake(review.uploadModified, detailOf({ ...OTHERS, notes: 'Flash it hot.' })));
    await press('Upload');
    await waitFor(() => expect(uploads().at(-1)).toMatchObject({ notes: 'Flash it hot.', offer_version: 1 }));
  });
});

test('"Attachment of the mod file is missing!" disappears once one is attached', { tags: ['A-VIEW-M04'] }, async () => {
  const { visitor, press, fillPrice } = await openPrice({ mod_file_name: null, status: 'IN_PROGRESS', price: 60 });
  await visitor.click(dialog().getByRole('radio', { name: /^POSSIBLE/ }));
  await fillPrice('80');
  await press('Deliver');
  expect(await dialog().findByText('Attachment of the mod file is missing!')).toBeInTheDocument();
  await visitor.upload(dialog().getByLabelText('Modified file'), new File(['x'], 'golf_mod.bin'));
  expect(dialog().queryByText('Attachment of the mod file is missing!')).not.toBeInTheDocument();
});
