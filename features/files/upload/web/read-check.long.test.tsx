import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { edc17Sample } from '../../../../ecu/families/edc17/edc17.sample.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { buildFileDetail } from '../../files.factory.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { uploadLimitOf } from '../../../../web/testing/upload-limit.ts';
import { WorkerStandIn, standInForWorkers } from '../../../../web/testing/worker-stand-in.ts';
import { describeDtcs } from '../../../dtc-off/describe-dtcs.calls.ts';
import { listSolutions } from '../../../catalogue/catalogue.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { getUploadLimit } from '../../upload-limit/upload-limit.calls.ts';
import { createFile } from '../upload.calls.ts';
import { buildDtcRow } from '../../../dtc-off/dtc-row.factory.ts';
import UploadScreen from './upload.screen.tsx';

beforeEach(standInForWorkers);

const SOLUTION = {
  id: 1,
  name: 'Stage 1',
  code: 'ST1',
  type: 'TUNING',
  credits: 60,
  order_no: 1,
  image_url: null,
} as const;

const DTC_OFF = { ...SOLUTION, id: 3, name: 'DTC OFF', code: 'DTC', type: 'OPTION', credits: 10 } as const;

/** Opens the form with everything else filled in, as after a reload. */
async function open(vehicle: Record<string, unknown> = {}) {
  const draft = { vehicle: 'Car', petrol_type: 'DIESEL', generation: '2011', solution_ids: [1], ...vehicle };
  sessionStorage.setItem('draft:7:upload', JSON.stringify(draft));
  const api = installFakeApi(
    fake(listSolutions, [SOLUTION, DTC_OFF]),
    fake(describeDtcs, ({ rows }) => ({ rows: rows.map(({ dtc, state }) => describedAs(dtc, state)) })),
    fake(getApplicationConfiguration, applicationConfiguration({ uploader_text: null })),
    fake(createFile, buildFileDetail()),
    fake(getUploadLimit, uploadLimitOf()),
  );
  const shown = renderScreen(<UploadScreen />, { at: '/upload', path: '/upload' });
  await screen.findByText('TUNING');
  return { ...shown, api };
}

const describedAs = (code: string, state: string) =>
  buildDtcRow(code, {
    status: state === 'off' ? 'OFF' : 'ON',
    info: code === 'P0100' ? 'Air flow sensor' : null,
    locked: code === 'P0107' ? { code: null, values: {}, message: 'Not here.' } : null,
  });

const dump = () => edc16Sample();
const pdf = () => new TextEncoder().encode(`%PDF-1.7\n${'x'.repeat(40_000)}`);
const pick = (bytes: Uint8Array, name = 'read.bin') =>
  fireEvent.change(screen.getByLabelText(/^File/), { target: { files: [new File([new Uint8Array(bytes)], name)] } });
const check = () => screen.findByRole('region', { name: 'Read from the file' });
const values = () => ({
  brand: screen.getByRole<HTMLInputElement>('combobox', { name: /^Brand/ }).value,
  model: screen.getByRole<HTMLInputElement>('combobox', { name: /^ECU model/ }).value,
  ecu: screen.getByRole<HTMLInputElement>('textbox', { name: /^ECU information/ }).value,
});
const sent = (api: Awaited<ReturnType<typeof open>>['api']) => api.callsOf(createFile);
const press = (visitor: Awaited<ReturnType<typeof open>>['visitor'], name: string) =>
  visitor.click(screen.getByRole('button', { name }));

const READ = { brand: '', model: 'Bosch', ecu: 'EDC16U34' };

test('a recognised file fills in the empty fields of its control unit, and names them', async () => {
  await open();
  pick(dump());
  expect(await within(await check()).findByText('Bosch EDC16U34')).toBeInTheDocument();
  // The group's cars share parts, so the brand stays open.
  await waitFor(() => expect(values()).toEqual(READ));
  expect(
    screen.getByText('Filled in from the file: ECU model, ECU information. You can change them.'),
  ).toBeInTheDocument();
});

test('the fuel is filled in where the name of the control unit states it', async () => {
  await open({ petrol_type: '' });
  pick(dump());
  await waitFor(() => expect(screen.getByLabelText(/^Petrol type/)).toHaveValue('DIESEL'));
});

test('what was typed before is never overwritten', async () => {
  await open({ brand: 'Audi', ecu: 'EDC17' });
  pick(dump());
  await within(await check()).findByText('Bosch EDC16U34');
  await waitFor(() => expect(values()).toEqual({ brand: 'Audi', model: 'Bosch', ecu: 'EDC17' }));
  expect(screen.getByText('Filled in from the file: ECU model. You can change them.')).toBeInTheDocument();
});

test('another file clears what the first one filled in, and leaves what was changed since', async () => {
  const { visitor } = await open();
  pick(dump());
  await within(await check()).findByText('Bosch EDC16U34');
  await visitor.type(screen.getByRole('textbox', { name: /^ECU information/ }), ' on bench');
  pick(pdf(), 'invoice.pdf');
  await within(await check()).findByText(/Its content is: PDF/);
  await waitFor(() => expect(values()).toEqual({ ...READ, model: '', ecu: `${READ.ecu} on bench` }));
});

test('what a file has filled in gives way to another file after a reload too', async () => {
  const { unmount } = await open();
  pick(edc17Sample(), 'first.bin');
  await waitFor(() => expect(values().ecu).toBe('EDC17CP14'));
  unmount();
  renderScreen(<UploadScreen />, { at: '/upload', path: '/upload' });
  await screen.findByText('TUNING');
  expect(values().ecu).toBe('EDC17CP14');
  pick(dump());
  await waitFor(() => expect(values()).toEqual(READ));
});

test('a control unit that the file contradicts is named before the file is sent', async () => {
  const { visitor } = await open({ ecu: 'EDC17CP14' });
  pick(dump());
  const contradiction = 'ECU information: “EDC17CP14” was entered, and “EDC16U34” was read from the file.';
  expect(await within(await check()).findByText(contradiction)).toBeInTheDocument();
  await visitor.clear(screen.getByRole('textbox', { name: /^ECU information/ }));
  await waitFor(() => expect(screen.queryByText(contradiction)).not.toBeInTheDocument());
});

test('a wrong checksum is a warning without a question: the file is sent', async () => {
  const { visitor, api } = await open({ brand: 'Audi' });
  pick(edc16Sample({ brokenSum: 1 }));
  await within(await check()).findByText(/A checksum is wrong \(Block sum 0x40000\)/);
  await press(visitor, 'Upload');
  await waitFor(() => expect(sent(api)).toHaveLength(1));
});

test('a file that does not look like an ECU file is sent after one confirmation', async () => {
  const { visitor, api } = await open({ brand: 'Audi', model: 'Bosch', ecu: 'EDC17' });
  pick(pdf(), 'invoice.pdf');
  await within(await check()).findByText(/Its content is: PDF/);
  await press(visitor, 'Upload');
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Upload a file that does not look like an ECU file?',
  });
  expect(within(dialog).getByText('invoice.pdf')).toBeInTheDocument();
  expect(sent(api)).toHaveLength(0);
  await visitor.click(within(dialog).getByRole('button', { name: 'Upload this file' }));
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)[0]?.file?.name).toBe('invoice.pdf');
});

test('the question about a non-ECU file is an accessible dialog', async () => {
  const { visitor } = await open({ brand: 'Audi', model: 'Bosch', ecu: 'EDC17' });
  pick(pdf(), 'invoice.pdf');
  await within(await check()).findByText(/Its content is: PDF/);
  await expectSoundDialog({
    of: 'features/files/upload/web/not-ecu-dialog.tsx',
    visitor,
    name: 'Upload a file that does not look like an ECU file?',
    role: 'alertdialog',
    opener: () => screen.getByRole('button', { name: 'Upload', hidden: true }),
  });
});

test('choosing another file instead sends nothing, and a dump is then sent without a question', async () => {
  const { visitor, api } = await open({ brand: 'Audi', model: 'Bosch', ecu: 'EDC16' });
  pick(pdf(), 'invoice.pdf');
  await within(await check()).findByText(/Its content is: PDF/);
  await press(visitor, 'Upload');
  await visitor.click(await screen.findByRole('button', { name: 'Choose another file' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  pick(dump());
  await within(await check()).findByText('Bosch EDC16U34');
  await press(visitor, 'Upload');
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)[0]?.file?.name).toBe('read.bin');
});

test('if the browser cannot read the file, the upload continues as usual', async () => {
  WorkerStandIn.isBroken = true;
  const { visitor, api } = await open({ brand: 'Audi', model: 'Bosch', ecu: 'EDC17' });
  pick(pdf());
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Read from the file' })).toBeNull());
  await press(visitor, 'Upload');
  await waitFor(() => expect(sent(api)).toHaveLength(1));
});

/** Returns the list of codes, once the server has described them. */
async function codes() {
  await screen.findByRole('searchbox');
  return screen.getByRole('region', { name: 'Codes in this file' });
}

const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Write DTC' }).value;

test('DTC OFF offers the codes of the chosen file with their meaning, and orders the selected ones', async () => {
  const { visitor, api } = await open({ brand: 'Audi', solution_ids: [3] });
  pick(dump());
  const list = within(await codes());
  await visitor.type(list.getByRole('searchbox'), 'air flow');
  expect(await list.findByText('Air flow sensor')).toBeInTheDocument();
  await visitor.keyboard('{Enter}');
  expect(list.getByRole('switch', { name: 'P0100' })).not.toBeChecked();
  // Enter has chosen the code but sent nothing.
  expect(sent(api)).toHaveLength(0);
  expect(screen.getByText('DTC:P0100')).toBeInTheDocument();
  await press(visitor, 'Upload');
  await screen.findByText('Success!');
  expect(sent(api)[0]?.input).toMatchObject({ ordered_dtcs: ['P0100'], solution: 'DTC OFF' });
});

test('a pasted report selects the codes that are in the file, and names those missing or locked', async () => {
  const { visitor } = await open({ solution_ids: [3] });
  pick(dump());
  const list = within(await codes());
  await visitor.click(list.getByText(/Paste a list of codes/));
  await visitor.click(list.getByLabelText(/^Codes/));
  await visitor.paste('P0100 - Mass air flow\nP0107 - Manifold\nP3FFF - ?');
  await visitor.click(list.getByRole('button', { name: 'Select these codes' }));
  expect(await list.findByText('1 code selected.')).toBeInTheDocument();
  expect(list.getByText('Locked in this file: P0107')).toBeInTheDocument();
  expect(list.getByText('Not in this file: P3FFF')).toBeInTheDocument();
});

test('without a list of codes, a report becomes text, and so do codes of the previous file', async () => {
  const { visitor, api } = await open({ brand: 'Audi', solution_ids: [3], ordered_dtcs: ['P0100'] });
  pick(dump());
  await codes();
  pick(
    new Uint8Array(512).map((_, at) => (at * 7919) % 251),
    'eeprom.bin',
  );
  await waitFor(() => expect(text()).toBe('P0100'));
  await visitor.click(await screen.findByText(/Paste a list of codes/));
  await visitor.click(screen.getByLabelText(/^Codes/));
  await visitor.paste('P0401\nP2002');
  await visitor.click(screen.getByRole('button', { name: 'Add these codes' }));
  await waitFor(() => expect(text()).toBe('P0100 P0401 P2002'));
  expect(screen.getByText('Codes added: 2')).toBeInTheDocument();
  expect(api.callsOf(describeDtcs)).toHaveLength(1);
});

test('codes of a draft that the chosen file does not have are no longer ordered', async () => {
  await open({ solution_ids: [3], ordered_dtcs: ['P0100', 'P3FFF', 'P0107'] });
  pick(dump());
  await codes();
  await waitFor(() => expect(screen.getByText('DTC:P0100')).toBeInTheDocument());
});
