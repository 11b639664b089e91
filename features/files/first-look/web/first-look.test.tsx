import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { handFile } from '../../../../web/client/handed-file.ts';
import { startSession } from '../../../../web/client/session.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../../web/testing/render-screen.tsx';
import { uploadLimitOf } from '../../../../web/testing/upload-limit.ts';
import { standInForWorkers } from '../../../../web/testing/worker-stand-in.ts';
import type { SessionUser } from '../../../../contract/session.ts';
import { listSolutions } from '../../../catalogue/catalogue.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { getExpectedTime } from '../../expected-time/expected-time.calls.ts';
import { getUploadLimit } from '../../upload-limit/upload-limit.calls.ts';
import UploadScreen from '../../upload/web/upload.screen.tsx';
import { FileTrial } from './file-trial.tsx';
import { FirstLook } from './first-look.tsx';

beforeEach(standInForWorkers);
// What was handed over is dropped when another user takes over the browser, such as that of an earlier test.
beforeEach(() => startSession(tokenOf(CUSTOMER)));

const STAGE_1 = {
  id: 1,
  name: 'Stage 1',
  code: 'ST1',
  type: 'TUNING',
  credits: 60,
  order_no: 1,
  image_url: null,
} as const;

const FROM_THE_SERVER = [
  fake(listSolutions, [STAGE_1, { ...STAGE_1, id: 2, name: 'EGR OFF', code: 'EGR', type: 'OPTION', credits: 30 }]),
  fake(getExpectedTime, { usually: new Date(Date.now() + 3_600_000).toISOString(), mostly: null, orders: 30 }),
  fake(getApplicationConfiguration, applicationConfiguration({ uploader_text: null })),
  fake(getUploadLimit, uploadLimitOf()),
];

const dump = () => new File([new Uint8Array(edc16Sample())], 'golf.bin');
const pdf = () => new File([`%PDF-1.7\n${'x'.repeat(40_000)}`], 'invoice.pdf');
const drop = (file: File) => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file] } });
const findDialog = () => screen.findByRole('dialog', { name: 'What can be done with this file' });

function open() {
  const api = installFakeApi(...FROM_THE_SERVER);
  return { api, ...renderScreen(<FirstLook hasZone />, { at: '/dashboard', path: '/dashboard' }) };
}

test('a dropped dump shows its control unit, its state, prices and the usual time; nothing of it is sent', async () => {
  const { visitor, api, location } = open();
  drop(dump());
  const dialog = within(await findDialog());
  expect(await dialog.findByText('Bosch EDC16U34')).toBeVisible();
  expect(dialog.getByText(/^0281019999 · 1037380001/)).toBeVisible();
  expect(dialog.getByText(/checksums we can verify are correct/)).toBeVisible();
  expect(dialog.getByText(/codes can be switched off automatically/)).toBeVisible();
  expect(await dialog.findByText(/^Usually ready by/)).toBeVisible();
  await visitor.click(await dialog.findByRole('radio', { name: /Stage 1/ }));
  await visitor.click(dialog.getByRole('checkbox', { name: /EGR OFF/ }));
  expect(dialog.getByText('90 CRS')).toBeVisible();
  expect(api.calls.filter(({ endpoint }) => endpoint.method !== 'GET')).toEqual([]);
  await visitor.click(dialog.getByRole('button', { name: 'Start the order' }));
  await waitFor(() => expect(location()).toBe('/upload'));
});

test('the dialog about a file gives the focus back to where the file was chosen', async () => {
  const { visitor } = open();
  const opener = () => screen.getByLabelText(/^Choose a file, or drop it anywhere/);
  const show = async () => {
    opener().focus();
    drop(dump());
    await within(await findDialog()).findByText('EGR');
  };
  await expectSoundDialog({
    of: 'features/files/first-look/web/first-look-dialog.tsx',
    visitor,
    name: 'What can be done with this file',
    opener,
    open: show,
  });
});

test('a file that is none offers no solutions, and says what it is', async () => {
  open();
  drop(pdf());
  const dialog = within(await findDialog());
  expect(await dialog.findByText('This does not look like an ECU file. Its content is: PDF.')).toBeVisible();
  expect(dialog.queryByText('Solutions')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Start the order' })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Switch codes off now' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Upload it all the same' })).toBeVisible();
});

test('an empty file is refused before it is read', async () => {
  open();
  drop(new File([], 'empty.bin'));
  const dialog = within(await findDialog());
  expect(await dialog.findByText('The file is empty. Please select another file.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Start the order' })).toBeNull();
});

test('the order begins with the file, its solutions, the kind of the last vehicle, and all that the bytes say', async () => {
  localStorage.setItem(
    `upload-last-vehicle:${CUSTOMER.id}`,
    JSON.stringify({
      vehicle: 'Van',
      brand: 'Audi',
      model: 'Bosch',
      ecu: 'x',
      petrol_type: 'DIESEL',
      generation: '2011',
      gear: 'Manual',
      reading_device: 'Autotuner',
    }),
  );
  installFakeApi(...FROM_THE_SERVER);
  handFile('/upload', { file: dump(), solutionIds: [1] });
  renderScreen(<UploadScreen />, { at: '/upload', path: '/upload' });
  expect(await screen.findByText('golf.bin')).toBeVisible();
  expect(await screen.findByRole('radio', { name: /Stage 1/ })).toBeChecked();
  expect(await screen.findByText('Bosch EDC16U34')).toBeVisible();
  const readValue = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name).value;
  await waitFor(() => expect(readValue(/^ECU information/)).toBe('EDC16U34'));
  expect(readValue(/^Vehicle/)).toBe('Van');
  expect(readValue(/^ECU model/)).toBe('Bosch');
  expect(readValue(/^Petrol type/)).toBe('DIESEL');
});

async function tryFile(user: SessionUser | null) {
  const api = installFakeApi(...FROM_THE_SERVER);
  const shown = renderScreen(<FileTrial />, { at: '/supported-ecus', path: '/supported-ecus', user });
  fireEvent.change(screen.getByLabelText(/^File to look at/), { target: { files: [dump()] } });
  expect(await screen.findByText('Bosch EDC16U34')).toBeVisible();
  return { ...shown, api };
}

test('a visitor sees what is in a file, asks the server for nothing, and keeps the file until the first log in', async () => {
  const { visitor, api, location } = await tryFile(null);
  expect(screen.getByText(/codes can be switched off automatically/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start the order' })).toBeNull();
  expect(api.calls).toEqual([]);
  await visitor.click(screen.getByRole('link', { name: 'Create new account' }));
  await waitFor(() => expect(location()).toBe('/register'));
  open();
  expect(await within(await findDialog()).findByText('golf.bin')).toBeVisible();
});

test('a customer who tries a file sees the prices at once, and staff sees what was read', async () => {
  const { unmount } = await tryFile(CUSTOMER);
  expect(within(await findDialog()).getByRole('button', { name: 'Start the order' })).toBeVisible();
  unmount();
  await tryFile(ADMINISTRATOR);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Create new account' })).toBeNull();
});
