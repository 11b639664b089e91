import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { aiSession } from '../../../../web/testing/ecu-examples.ts';
import { fake, fakeFile, installFakeApi, no, type FakeApi } from '../../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { listSolutions } from '../../../catalogue/catalogue.calls.ts';
import { downloadSessionFile, listSessions } from '../../../dtc-off/dtc-off.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import UploadScreen from './upload.screen.tsx';
import { sentence } from '../../../../contract/refusal.ts';

const reason = sentence('errors.analysis.no_unit');
let api: FakeApi;

beforeEach(() => {
  const ecuinfo = { ...aiSession().ecuinfo, vehicleManufacturer: 'CITROEN', systemManufacturer: 'BOSCH' };
  api = installFakeApi(
    fake(listSolutions, []),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(listSessions, [aiSession({ ecuinfo, canGenerate: false, reason })]),
    fake(downloadSessionFile, fakeFile('golf.bin', new Uint8Array([1, 7, 3]))),
  );
});

const open = (handle = '4f2a') => renderScreen(<UploadScreen />, { at: `/upload?ai-file=${handle}`, path: '/upload' });
const THERE = 'This is the file from DTC OFF AUTO. It does not have to be selected again.';
const brand = () => screen.getByRole('combobox', { name: /^Brand/ });
const description = () => screen.getByRole('textbox', { name: 'Description' });

test('the file from DTC OFF is selected, and what is known about it is filled in', async () => {
  open();
  expect(await screen.findByText(THERE)).toBeVisible();
  expect(screen.getByText('golf.bin')).toBeVisible();
  expect(new Set(api.callsOf(downloadSessionFile).map(({ input }) => input.handle))).toEqual(new Set(['4f2a']));
  expect(brand()).toHaveValue('Citroën');
  expect(screen.getByRole('combobox', { name: /^ECU model/ })).toHaveValue('Bosch');
  expect(screen.getByRole('textbox', { name: /^ECU information/ })).toHaveValue('EDC16U34');
  expect(description()).toHaveValue(`DTC OFF AUTO: ${reason.message}`);
  expect(brand()).toBeEnabled();
});

test('what the customer has entered before stays unchanged', async () => {
  sessionStorage.setItem('draft:7:upload', JSON.stringify({ brand: 'Peugeot', description: 'Smokes a lot' }));
  open();
  expect(await screen.findByText(THERE)).toBeVisible();
  expect([brand(), description()].map((field) => (field as HTMLInputElement).value)).toEqual([
    'Peugeot',
    'Smokes a lot',
  ]);
  expect(screen.queryByText(/Only the file has to be selected again/)).not.toBeInTheDocument();
});

test('another file that is selected instead stays, and is not labelled as the one from DTC OFF', async () => {
  open();
  await screen.findByText(THERE);
  fireEvent.change(screen.getByLabelText(/^File/), { target: { files: [new File(['x'], 'other.bin')] } });
  expect(await screen.findByText('other.bin')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(THERE)).not.toBeInTheDocument());
});

test('a file whose session has ended must be selected again, and a message is shown', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  api.use(fake(downloadSessionFile, no(404)));
  open('0000');
  expect(
    await screen.findByText('The file from DTC OFF AUTO is no longer available. Please select it again.'),
  ).toBeVisible();
});
