import { buildFileDetail } from '../../files.factory.ts';
import { mapFileFields } from '../../file-fields.ts';
import type { FileDetail } from '../../file.ts';
import { BRANDS } from '../../../../contract/brand.ts';
import { ECU_MODELS, READING_DEVICES } from '../field-values.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { uploadLimitOf } from '../../../../web/testing/upload-limit.ts';
import { listSolutions, type Solution } from '../../../catalogue/catalogue.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { addFurtherFile, type FurtherFile } from '../../further/further-files.calls.ts';
import { getFile } from '../../files.calls.ts';
import { createFile } from '../upload.calls.ts';
import { getUploadLimit } from '../../upload-limit/upload-limit.calls.ts';
import UploadScreen from './upload.screen.tsx';
import { expectDraft } from '../../../../web/testing/leaving-check.ts';
import { readTexts } from '../../../../web/testing/table-cells.ts';
import { handFile } from '../../../../web/client/handed-file.ts';

const solution = (id: number, name: string, type: Solution['type'], credits: number): Solution => ({
  id,
  name,
  code: name.slice(0, 3).toUpperCase(),
  credits,
  type,
  order_no: id,
  image_url: null,
});

const SOLUTIONS = [
  solution(1, 'Stage 1', 'TUNING', 60),
  solution(2, 'Stage 2', 'TUNING', 80),
  solution(3, 'DTC OFF', 'OPTION', 10),
  solution(4, 'EGR OFF', 'OPTION', 30),
];

const FURTHER: FurtherFile = {
  id: 1,
  kind: 'SCAN_REPORT',
  file_name: 'VCDS-scan.txt',
  size_bytes: 5,
  sha256: 'ab',
  created_at: '2026-03-02T08:00:00.000Z',
};

const STORED = buildFileDetail({ brand: 'Audi', ecu: 'EDC17', generation: '2011', gear: null, reading_device: null });

const configuration = (uploader_text: string | null) =>
  fake(getApplicationConfiguration, applicationConfiguration({ uploader_text }));

async function open({ solutions = SOLUTIONS, text = null as string | null } = {}) {
  const api = installFakeApi(
    fake(listSolutions, solutions),
    configuration(text),
    fake(createFile, STORED),
    fake(getUploadLimit, uploadLimitOf()),
  );
  const shown = renderScreen(<UploadScreen />, { at: '/upload', path: '/upload' });
  await screen.findByText('TUNING');
  return { ...shown, api };
}

type Open = Awaited<ReturnType<typeof open>>;

function buildFile(sizeBytes: number, name = 'golf.bin') {
  const file = new File(['ecu!'], name);
  Object.defineProperty(file, 'size', { value: sizeBytes });
  return file;
}

const dropZone = () => screen.getByLabelText(/^File/);
const field = (name: string) => screen.getByRole('combobox', { name: new RegExp(`^${name}`) });
const uploadButton = () => screen.getByRole('button', { name: 'Upload' });
const pick = (file = new File(['ecu!'], 'golf.bin')) => fireEvent.change(dropZone(), { target: { files: [file] } });

async function chooseFrom(visitor: Open['visitor'], name: string, value: string) {
  await visitor.click(field(name));
  await visitor.keyboard(value);
  await visitor.click(screen.getByRole('option', { name: value }));
}

/** Stores a draft as a reload finds it, which is quicker than typing. */
function draft(solution_ids: number[] = [1]) {
  const vehicle = { vehicle: 'Car', brand: 'Audi', model: 'Bosch', ecu: 'EDC17', petrol_type: 'DIESEL' };
  sessionStorage.setItem('draft:7:upload', JSON.stringify({ ...vehicle, generation: '2011', solution_ids }));
}

async function openFilled(solution_ids?: number[]) {
  draft(solution_ids);
  const shown = await open();
  pick();
  return shown;
}

async function uploadAndOpenAgain(filled: Open | null = null) {
  const shown = filled ?? (await openFilled());
  await shown.visitor.click(uploadButton());
  await screen.findByText('Success!');
  shown.unmount();
  return open();
}

async function fillVehicle({ visitor }: Open) {
  await visitor.selectOptions(field('Vehicle'), 'Car');
  await chooseFrom(visitor, 'Brand', 'Audi');
  await chooseFrom(visitor, 'ECU model', 'Bosch');
  await visitor.type(screen.getByRole('textbox', { name: /^ECU information/ }), 'EDC17');
  await visitor.selectOptions(field('Petrol type'), 'DIESEL');
  await visitor.selectOptions(field('Year'), '2011');
}

async function fillAll(shown: Open) {
  pick();
  await fillVehicle(shown);
  await shown.visitor.click(screen.getByRole('radio', { name: /^Stage 1/ }));
}

/** Whether drawings that are not part of the sentence come before and after it. */
const arrowsAround = (sentence: HTMLElement) =>
  [sentence.previousElementSibling, sentence.nextElementSibling].every(
    (arrow) => arrow?.matches('svg.lucide-arrow-down[aria-hidden="true"]') === true,
  );

const total = () => screen.getByText('Total credits').parentElement;

describe('choosing a file', () => {
  test('is called Upload File, and its drop zone is a file picker', { tags: ['C-UPL-01', 'C-UPL-02'] }, async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Upload File' })).toBeInTheDocument();
    expect(dropZone()).toHaveAttribute('type', 'file');
    expect(dropZone()).not.toHaveAttribute('accept');
  });

  test(
    'without a file the vehicle form and Upload are disabled and it shows "Please select a file first."',
    { tags: ['C-UPL-M01', 'C-UPL-S01', 'X-VAL-13', 'G-54'] },
    async () => {
      await open();
      expect(screen.getByText('Please select a file first.')).toBeVisible();
      expect(field('Vehicle')).toBeDisabled();
      expect(field('Brand')).toBeDisabled();
      expect(uploadButton()).toBeDisabled();
      expect(uploadButton()).toHaveAccessibleDescription('Please select a file first.');
    },
  );

  test('the solutions can be compared before a file is chosen', { tags: ['G-54'] }, async () => {
    const { visitor } = await open();
    await visitor.click(screen.getByRole('radio', { name: /^Stage 1/ }));
    expect(total()).toHaveTextContent('60 CRS');
  });

  test('choosing a file enables the form', { tags: ['C-UPL-04', 'C-UPL-S02'] }, async () => {
    await open();
    pick();
    expect(field('Vehicle')).toBeEnabled();
    expect(uploadButton()).toBeEnabled();
    expect(screen.queryByText('Please select a file first.')).not.toBeInTheDocument();
    expect(screen.getByText('golf.bin')).toBeVisible();
  });

  test('a file of 20971520 bytes is accepted', { tags: ['X-VAL-14', 'X-LIM-01'] }, async () => {
    await open();
    pick(buildFile(20_971_520));
    expect(screen.queryByText('File size should not exceed 20MB.')).not.toBeInTheDocument();
    expect(uploadButton()).toBeEnabled();
  });

  test('a file of 20971521 bytes is refused in words', { tags: ['C-UPL-M02', 'X-VAL-14', 'X-LIM-01'] }, async () => {
    await open();
    pick();
    pick(buildFile(20_971_521));
    expect(screen.getByText('File size should not exceed 20MB.')).toBeVisible();
    expect(dropZone()).toBeInvalid();
    expect(uploadButton()).toBeDisabled();
  });

  test('an empty file is refused at once', async () => {
    await open();
    pick(new File([], 'nothing.bin'));
    expect(screen.getByText('The file is empty. Please select another file.')).toBeVisible();
  });

  test('a file dropped anywhere on the screen is accepted', async () => {
    await open();
    fireEvent.drop(document.body, { dataTransfer: { files: [new File(['x'], 'dropped.bin')], types: ['Files'] } });
    expect(await screen.findByText('dropped.bin')).toBeVisible();
  });

  test('a text that is dragged into a field stays the business of the browser', async () => {
    await open();
    const isLeft = fireEvent.drop(document.body, { dataTransfer: { files: [], types: ['text/plain'] } });
    expect(isLeft).toBe(true);
  });

  test('a file that was handed over by another page is chosen already, once', async () => {
    handFile('/upload', { file: new File(['x'], 'carried.bin'), solutionIds: [] });
    const { unmount } = await open();
    expect(await screen.findByText('carried.bin')).toBeVisible();
    unmount();
    await open();
    expect(screen.queryByText('carried.bin')).toBeNull();
  });

  test('a file dropped on the drop zone is accepted once', { tags: ['C-UPL-01'] }, async () => {
    await open();
    const dataTransfer = { files: [new File(['x'], 'zone.bin')], types: ['Files'] };
    fireEvent.drop(dropZone(), { dataTransfer });
    expect(await screen.findByText('zone.bin')).toBeVisible();
  });
});

describe('the note above the form', { tags: ['C-UPL-03'] }, () => {
  test('is the default without a configured text', { tags: ['G-38'] }, async () => {
    await open();
    expect(screen.getByText('Upload the original file (ORI). Maximum 20 MB.')).toBeVisible();
  });

  test('is replaced by the configured uploader_text, formatted', async () => {
    await open({ text: 'Closed on <b>Monday</b><script>alert(1)</script>' });
    expect(await screen.findByText('Monday')).toContainHTML('<b>Monday</b>');
    expect(document.querySelector('main script')).toBeNull();
    expect(screen.queryByText(/Upload the original file/)).not.toBeInTheDocument();
  });
});

describe('the vehicle form', () => {
  const listOptions = (name: string) => readTexts(within(field(name)).getAllByRole('option'));

  test(
    'offers the vehicles, petrol types and gears from the lists',
    {
      tags: [
        'C-UPL-06',
        'C-UPL-07',
        'C-UPL-08',
        'C-UPL-09',
        'C-UPL-10',
        'C-UPL-11',
        'C-UPL-17',
        'C-UPL-18',
        'C-UPL-21',
        'C-UPL-22',
        'X-LST-01',
        'X-LST-02',
        'X-LST-03',
      ],
    },
    async () => {
      await open();
      pick();
      expect(listOptions('Vehicle').slice(1)).toEqual([
        'Car',
        'Truck',
        'Van',
        'Tracktor',
        'Excavator',
        'Motorcycle/ATV',
      ]);
      expect(listOptions('Petrol type').slice(1)).toEqual(['DIESEL', 'GASOLINE']);
      expect(listOptions('Gear').slice(1)).toEqual(['Manual', 'Automatic']);
    },
  );

  test('offers the years from this one to 2000, and explains the others', { tags: ['X-LST-04', 'G-13'] }, async () => {
    await open();
    pick();
    const years = listOptions('Year').slice(1);
    const thisYear = new Date().getFullYear();
    expect(years).toHaveLength(thisYear - 1999);
    expect([years[0], years.at(-1)]).toEqual([String(thisYear), '2000']);
    expect(years).toContain('2024');
    expect(field('Year')).toHaveAccessibleDescription(
      'Year not listed? Choose the nearest and add the exact year below.',
    );
  });

  test.each([
    ['Brand', BRANDS, 240],
    ['ECU model', ECU_MODELS, 38],
    ['Reading device', READING_DEVICES, 20],
  ])('%s offers its whole list', { tags: ['X-LST-05', 'X-LST-06', 'X-LST-07'] }, async (name, values, atLeast) => {
    const { visitor } = await open();
    pick();
    await visitor.click(field(name));
    const names = screen.getAllByRole('option', { hidden: false }).filter((option) => option.closest('[role=listbox]'));
    expect(readTexts(names)).toEqual([...values]);
    expect(values.length).toBeGreaterThanOrEqual(atLeast);
  });

  test('the ECU models end with Other', { tags: ['C-UPL-14', 'X-LST-07'] }, async () => {
    const { visitor } = await open();
    pick();
    await visitor.click(field('ECU model'));
    expect(within(screen.getByRole('listbox')).getAllByRole('option').at(-1)).toHaveTextContent('Other');
  });

  test('vehicle, brand, both ECU fields, petrol type and year are required', { tags: ['X-VAL-16'] }, async () => {
    const { visitor, api } = await open();
    pick();
    await visitor.click(screen.getByRole('radio', { name: /^Stage 1/ }));
    await visitor.click(uploadButton());
    const sentences = readTexts(await screen.findAllByRole('alert'));
    expect(sentences).toEqual([
      'Please choose a vehicle.',
      'Please choose a brand.',
      'Please choose an ECU model.',
      'Please fill in the ECU information.',
      'Please choose a petrol type.',
      'Please choose a year.',
    ]);
    expect(field('Vehicle')).toHaveFocus();
    expect(api.callsOf(createFile)).toHaveLength(0);
  });

  test('brand, ECU model and device used last are offered first', async () => {
    const filled = await openFilled();
    await chooseFrom(filled.visitor, 'Reading device', 'KT200');
    const { visitor } = await uploadAndOpenAgain(filled);
    pick();
    for (const [name, value] of [
      ['Brand', 'Audi'],
      ['ECU model', 'Bosch'],
      ['Reading device', 'KT200'],
    ] as const) {
      await visitor.click(field(name));
      const first = within(screen.getByRole('group', { name: 'Last used' })).getAllByRole('option');
      expect(readTexts(first)).toEqual([value]);
      expect(within(screen.getByRole('listbox')).getAllByRole('option')[0]).toBe(first[0]);
      await visitor.keyboard('{Escape}');
    }
  });
});

describe('the solution picker', () => {
  const radio = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
  const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(`^${name}`) });

  test('has the groups TUNING and OPTION', { tags: ['C-UPL-25', 'C-UPL-26'] }, async () => {
    await open();
    expect(within(screen.getByRole('group', { name: 'TUNING' })).getAllByRole('radio')).toHaveLength(2);
    expect(within(screen.getByRole('group', { name: 'OPTION' })).getAllByRole('checkbox')).toHaveLength(2);
  });

  test('shows "No TUNING found." and "No OPTION found."', { tags: ['C-UPL-27', 'C-UPL-28', 'X-SOL-06'] }, async () => {
    await open({ solutions: [] });
    expect(screen.getByText('No TUNING found.')).toBeVisible();
    expect(screen.getByText('No OPTION found.')).toBeVisible();
  });

  test('one TUNING can be chosen, and any OPTIONs', { tags: ['C-UPL-25', 'C-UPL-26', 'X-SOL-01'] }, async () => {
    const { visitor } = await open();
    await visitor.click(radio('Stage 1'));
    await visitor.click(radio('Stage 2'));
    expect([radio('Stage 1'), radio('Stage 2')].map((input) => (input as HTMLInputElement).checked)).toEqual([
      false,
      true,
    ]);
    await visitor.click(radio('Stage 2'));
    expect(radio('Stage 2')).not.toBeChecked();
    await visitor.click(box('DTC OFF'));
    await visitor.click(box('EGR OFF'));
    await visitor.click(box('DTC OFF'));
    expect([box('DTC OFF'), box('EGR OFF')].map((input) => (input as HTMLInputElement).checked)).toEqual([false, true]);
  });

  test('the keyboard can deselect a TUNING as well', { tags: ['X-SOL-01'] }, async () => {
    const { visitor } = await open();
    act(() => radio('Stage 1').focus());
    await visitor.keyboard(' ');
    expect(radio('Stage 1')).toBeChecked();
    await visitor.keyboard(' ');
    expect(radio('Stage 1')).not.toBeChecked();
  });

  test('the total follows the choice, payment comes later', { tags: ['C-UPL-33', 'X-SOL-03', 'G-09'] }, async () => {
    const { visitor } = await open();
    expect(total()).toHaveTextContent('Total credits0 CRS');
    await visitor.click(radio('Stage 2'));
    await visitor.click(box('DTC OFF'));
    await visitor.click(box('EGR OFF'));
    expect(total()).toHaveTextContent('120 CRS');
    await visitor.click(radio('Stage 1'));
    expect(total()).toHaveTextContent('100 CRS');
    expect(screen.getByText('You pay after the file has been checked.')).toBeVisible();
  });

  test('what is read in "Write DTC" is shown before the order is sent, and what is not understood', async () => {
    const { visitor } = await open();
    await visitor.click(box('DTC OFF'));
    await visitor.type(screen.getByLabelText('Write DTC'), 'P0300-0302, P04XX');
    expect(await screen.findByText('Codes read: P0300, P0301, P0302')).toBeVisible();
    expect(screen.getByText('Not understood: P04XX. Please write each code in full, such as P0401.')).toBeVisible();
  });

  test(
    'DTC OFF opens "Write DTC", saved as DTC:{text}; deselecting it removes the entry',
    { tags: ['C-UPL-29', 'C-UPL-30', 'C-UPL-31', 'C-UPL-32', 'X-SOL-02', 'X-SOL-05', 'G-55'] },
    async () => {
      const { visitor } = await open();
      expect(screen.queryByLabelText('Write DTC')).not.toBeInTheDocument();
      await visitor.click(box('DTC OFF'));
      const codes = screen.getByLabelText('Write DTC');
      expect(codes).toHaveAttribute('placeholder', 'e.g. P0401, P2002, U0100');
      await visitor.type(codes, 'P0401, U0100');
      const chosen = screen.getByRole('region', { name: 'Chosen solutions' });
      expect(within(chosen).getByText('DTC:P0401 U0100')).toBeVisible();
      await visitor.click(box('DTC OFF'));
      expect(within(chosen).queryByText(/^DTC:/)).not.toBeInTheDocument();
      await visitor.click(box('DTC OFF'));
      expect(screen.getByLabelText('Write DTC')).toHaveValue('');
    },
  );

  test('the chosen solutions are listed', { tags: ['C-UPL-34', 'X-SOL-05'] }, async () => {
    const { visitor } = await open();
    await visitor.click(radio('Stage 1'));
    await visitor.click(box('EGR OFF'));
    const rows = within(screen.getByRole('region', { name: 'Chosen solutions' })).getAllByRole('listitem');
    expect(readTexts(rows)).toEqual(['Stage 160 CRS', 'EGR OFF30 CRS']);
  });

  test(
    'without a solution the sentence appears between arrows that are not part of it',
    { tags: ['C-UPL-M03', 'X-VAL-15', 'G-39'] },
    async () => {
      const shown = await openFilled([]);
      await shown.visitor.click(uploadButton());
      const sentence = await screen.findByText('You must select at least one solution to upload the file.');
      const frame = sentence.parentElement;
      expect(arrowsAround(sentence)).toBe(true);
      await waitFor(() => expect(frame).toHaveFocus());
      expect(shown.api.callsOf(createFile)).toHaveLength(0);
      await shown.visitor.click(radio('Stage 1'));
      await waitFor(() => expect(sentence).not.toBeInTheDocument());
    },
  );

  test('solutions that fail to load show an error and can be requested again', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(fake(listSolutions, no(500)), configuration(null));
    const { visitor } = renderScreen(<UploadScreen />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(listSolutions, SOLUTIONS));
    await visitor.click(retry);
    expect(await screen.findByText('TUNING')).toBeVisible();
  });
});

describe('uploading', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test(
    'sends the file with the fields, names, ids and price 0',
    {
      tags: [
        'C-UPL-05',
        'C-UPL-12',
        'C-UPL-13',
        'C-UPL-15',
        'C-UPL-16',
        'C-UPL-19',
        'C-UPL-20',
        'C-UPL-23',
        'C-UPL-24',
        'C-UPL-36',
        'X-SOL-05',
        'G-12',
      ],
    },
    async () => {
      const shown = await open();
      await fillAll(shown);
      await shown.visitor.selectOptions(field('Gear'), 'Manual');
      await chooseFrom(shown.visitor, 'Reading device', 'Autotuner');
      await shown.visitor.type(screen.getByLabelText('Description'), 'Bench read');
      await shown.visitor.click(screen.getByRole('checkbox', { name: /^DTC OFF/ }));
      await shown.visitor.type(screen.getByLabelText('Write DTC'), 'P0401,P2002');
      await shown.visitor.click(uploadButton());
      await screen.findByText('Success!');
      const [call] = shown.api.callsOf(createFile);
      expect(call?.file?.name).toBe('golf.bin');
      expect(call?.input).toEqual({
        ...mapFileFields(() => null),
        vehicle: 'Car',
        brand: 'Audi',
        model: 'Bosch',
        ecu: 'EDC17',
        petrol_type: 'DIESEL',
        generation: '2011',
        gear: 'Manual',
        reading_device: 'Autotuner',
        description: 'Bench read',
        solution_ids: [1, 3],
        solution: 'Stage 1,DTC OFF,DTC:P0401 P2002',
        price: 0,
      });
    },
  );

  test(
    'shows the progress, and "Processing..." when all bytes are sent',
    { tags: ['C-UPL-37', 'C-UPL-S03', 'X-LIM-04', 'G-53'] },
    async () => {
      const shown = await openFilled();
      let response: (detail: FileDetail) => void = () => {};
      shown.api.use(fake(createFile, () => new Promise<FileDetail>((resolve) => (response = resolve))));
      await shown.visitor.click(uploadButton());
      const bar = await screen.findByRole('progressbar', { name: 'Processing...' });
      expect(bar).toHaveAttribute('aria-valuenow', '100');
      expect(bar.firstElementChild).toHaveAttribute('data-tone', 'green');
      expect(screen.getByText('100%')).toBeVisible();
      expect(field('Vehicle')).toBeDisabled();
      await act(async () => response(STORED));
      expect(await screen.findByText('Success!')).toBeVisible();
      expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    },
  );

  test(
    'success shows a modal for three seconds and leads to /my-files',
    { tags: ['C-UPL-M07', 'C-UPL-M08', 'C-UPL-S05', 'C-UPL-Z01', 'X-STA-18', 'X-TST-02', 'X-ERR-19'] },
    async () => {
      const shown = await openFilled();
      await shown.visitor.click(uploadButton());
      const modal = await screen.findByRole('dialog', { name: 'Success!' });
      expect(modal).toHaveAccessibleDescription('Your file has been uploaded successfully.');
      await pass(2500);
      expect(shown.location()).toBe('/upload');
      await pass(1000);
      expect(shown.location()).toBe('/my-files');
    },
  );

  test('Continue leads to /my-files at once', { tags: ['G-45'] }, async () => {
    const shown = await openFilled();
    await shown.visitor.click(uploadButton());
    await screen.findByText('Success!');
    await shown.visitor.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(shown.location()).toBe('/my-files'));
  });

  test(
    'any other failure shows a modal for three seconds, keeps every field and offers Retry',
    { tags: ['C-UPL-M05', 'C-UPL-M06', 'C-UPL-S06', 'C-UPL-Z02', 'X-TST-02', 'X-ERR-18'] },
    async () => {
      const shown = await openFilled();
      shown.api.use(fake(createFile, no(500, 'Something went wrong')));
      await shown.visitor.click(uploadButton());
      const modal = await screen.findByRole('dialog', { name: 'Upload Failed' });
      expect(modal).toHaveAccessibleDescription('There was an error uploading your file. Please try again.');
      await pass(2500);
      expect(modal).toBeInTheDocument();
      await pass(1000);
      await waitFor(() => expect(modal).not.toBeInTheDocument());
      expect(shown.location()).toBe('/upload');
      expect(field('Vehicle')).toHaveValue('Car');
      expect(field('Brand')).toHaveValue('Audi');
      expect(screen.getByText('golf.bin')).toBeVisible();
      expect(screen.getByRole('radio', { name: /^Stage 1/ })).toBeChecked();
      shown.api.use(fake(createFile, STORED));
      await shown.visitor.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText('Success!')).toBeVisible();
    },
  );

  test('a refused upload is not sent again', { tags: ['X-LIM-02'] }, async () => {
    const shown = await openFilled();
    shown.api.use(fake(createFile, no(500)));
    await shown.visitor.click(uploadButton());
    await screen.findByText('Upload Failed');
    await pass(10_000);
    expect(shown.api.callsOf(createFile)).toHaveLength(1);
  });

  test(
    'without a response it is visibly retried up to three times with the same key',
    { tags: ['C-UPL-S04', 'C-UPL-Z03', 'X-LIM-02', 'G-52'] },
    async () => {
      const shown = await openFilled();
      shown.api.use(fake(createFile, no(0)));
      await shown.visitor.click(uploadButton());
      expect(await screen.findByText('Connection lost. Retrying 1 of 3...')).toBeVisible();
      await pass(1000);
      expect(await screen.findByText('Connection lost. Retrying 2 of 3...')).toBeVisible();
      await pass(2000);
      expect(await screen.findByText('Connection lost. Retrying 3 of 3...')).toBeVisible();
      await pass(4000);
      expect(await screen.findByText('Upload Failed')).toBeVisible();
      await pass(3500);
      await shown.visitor.click(screen.getByRole('button', { name: 'Retry' }));
      await pass(100);
      const keys = shown.api.callsOf(createFile).map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(5);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[\w-]{8,100}$/);
      await pass(20_000);
    },
  );

  test('a changed form is a new upload with a new key', { tags: ['G-52'] }, async () => {
    const shown = await openFilled();
    shown.api.use(fake(createFile, no(500)));
    await shown.visitor.click(uploadButton());
    await screen.findByText('Upload Failed');
    await pass(3500);
    await shown.visitor.selectOptions(field('Year'), '2012');
    await shown.visitor.click(uploadButton());
    await screen.findByText('Upload Failed');
    const keys = shown.api.callsOf(createFile).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  test.each([
    ['ecu', 'Please fill in the ECU information.', () => screen.getByRole('textbox', { name: /^ECU information/ })],
    ['brand', 'Please choose a brand.', () => field('Brand')],
    ['file', 'The file is empty. Please select another file.', dropZone],
  ])('a sentence about "%s" is at its field', { tags: ['C-UPL-M04', 'X-ERR-17'] }, async (named, sentence, input) => {
    const shown = await openFilled();
    shown.api.use(fake(createFile, no(400, sentence, named)));
    await shown.visitor.click(uploadButton());
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(input()).toHaveAccessibleDescription(expect.stringContaining(sentence));
    await waitFor(() => expect(input()).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a sentence about the solutions appears at the picker', { tags: ['C-UPL-M04', 'X-ERR-17'] }, async () => {
    const shown = await openFilled();
    const sentence = 'A chosen solution is no longer offered. Please choose again.';
    shown.api.use(fake(createFile, no(400, sentence, 'solution_ids')));
    await shown.visitor.click(uploadButton());
    expect(arrowsAround(await screen.findByText(sentence))).toBe(true);
  });

  test('a sentence about no field stands above the button', { tags: ['C-UPL-M04', 'X-ERR-17'] }, async () => {
    const shown = await openFilled();
    const sentence = 'Please activate your account first. We have sent you an email.';
    shown.api.use(fake(createFile, no(400, sentence)));
    await shown.visitor.click(uploadButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(sentence);
    expect(alert.nextElementSibling).toContainElement(uploadButton());
  });
});

describe('the same vehicle again', () => {
  const again = () => screen.queryByRole('button', { name: 'Same vehicle again' });
  const ecu = () => screen.getByRole('textbox', { name: /^ECU information/ });

  test('after an upload, one press fills in its vehicle', async () => {
    const { visitor } = await uploadAndOpenAgain();
    pick();
    expect(field('Brand')).toHaveValue('');
    expect(screen.getByText('Audi EDC17 2011')).toBeVisible();
    await visitor.click(again() as HTMLElement);
    const values = ['Vehicle', 'Brand', 'ECU model', 'Petrol type', 'Year'].map((name) => field(name));
    expect(values.map((input) => (input as HTMLInputElement).value)).toEqual([
      'Car',
      'Audi',
      'Bosch',
      'DIESEL',
      '2011',
    ]);
    expect(ecu()).toHaveValue('EDC17');
    expect(screen.getByRole('radio', { name: /^Stage 1/ })).not.toBeChecked();
    expect(again()).not.toBeInTheDocument();
  });

  test('is not offered before the first upload', async () => {
    await openFilled();
    expect(again()).not.toBeInTheDocument();
  });

  test('from a file the vehicle of that file is filled in, and a reload keeps what was changed since', async () => {
    const api = installFakeApi(fake(listSolutions, SOLUTIONS), configuration(null), fake(getFile, STORED));
    const { visitor, location, unmount } = renderScreen(<UploadScreen />, {
      at: '/upload?vehicle-of=5',
      path: '/upload',
    });
    await waitFor(() => expect(field('Brand')).toHaveValue('Audi'));
    await waitFor(() => expect(location()).toBe('/upload'));
    const asked = api.callsOf(getFile);
    expect(asked.map(({ input }) => input)).toEqual(asked.map(() => ({ id: '5' })));
    pick();
    await visitor.clear(ecu());
    await visitor.type(ecu(), 'EDC16');
    unmount();
    renderScreen(<UploadScreen />, { at: location(), path: '/upload' });
    await screen.findByText('TUNING');
    expect(ecu()).toHaveValue('EDC16');
    expect(field('Year')).toHaveValue('2011');
    expect(api.callsOf(getFile)).toEqual(asked);
  });

  test("another customer's file fills in nothing", async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(fake(listSolutions, SOLUTIONS), configuration(null), fake(getFile, no(404)));
    renderScreen(<UploadScreen />, { at: '/upload?vehicle-of=6', path: '/upload' });
    await waitFor(() => expect(api.callsOf(getFile)).toHaveLength(1));
    expect(field('Brand')).toHaveValue('');
  });
});

describe('nothing typed is lost', () => {
  const HINT = 'Your entries from before are still here. Only the file has to be selected again.';

  test('a returning user sees that the file has to be selected again, until it is', async () => {
    draft();
    await open();
    expect(screen.getByText(HINT)).toBeVisible();
    pick();
    expect(screen.queryByText(HINT)).not.toBeInTheDocument();
  });

  test('a user who is new, or has pressed Reset, sees no note', async () => {
    const first = await open();
    expect(screen.queryByText(HINT)).not.toBeInTheDocument();
    first.unmount();
    const { visitor } = await openFilled();
    await visitor.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByText(HINT)).not.toBeInTheDocument();
  });

  test('a reload keeps everything but the file', async () => {
    const shown = await open();
    await fillAll(shown);
    shown.unmount();
    await open();
    pick();
    expect(field('Brand')).toHaveValue('Audi');
    expect(field('Year')).toHaveValue('2011');
    expect(screen.getByRole('textbox', { name: /^ECU information/ })).toHaveValue('EDC17');
    expect(screen.getByRole('radio', { name: /^Stage 1/ })).toBeChecked();
  });

  test('after a successful upload the form starts empty again', async () => {
    await uploadAndOpenAgain();
    expect(field('Brand')).toHaveValue('');
    expect(screen.getByRole('radio', { name: /^Stage 1/ })).not.toBeChecked();
  });

  test('Reset clears everything', { tags: ['C-UPL-35', 'X-SOL-04'] }, async () => {
    const shown = await openFilled();
    await shown.visitor.click(screen.getByRole('checkbox', { name: /^DTC OFF/ }));
    await shown.visitor.type(screen.getByLabelText('Write DTC'), 'P0401');
    await shown.visitor.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByText('golf.bin')).not.toBeInTheDocument();
    expect(screen.getByText('Please select a file first.')).toBeVisible();
    expect(total()).toHaveTextContent('Total credits0 CRS');
    expect(screen.queryByLabelText('Write DTC')).not.toBeInTheDocument();
    for (const name of ['Vehicle', 'Brand', 'ECU model', 'Petrol type', 'Year']) expect(field(name)).toHaveValue('');
  });
});

test('the rules for a file are shown before it is sent', { tags: ['X-STA-07'] }, async () => {
  await open();
  const note = screen.getByRole('region', { name: 'After the upload' });
  expect(readTexts(within(note).getAllByRole('listitem'))).toEqual([
    'The file stays on the dashboard until it is completed.',
    'Until then you can ask for changes in a ticket. Cancel an unpaid file yourself; for a paid one, ask in the ticket and the refund is automatic.',
    'Once it is completed, it can be neither canceled nor refunded.',
  ]);
});

describe('the outcome of an upload is shown in an accessible dialog', () => {
  test('success leads on to the files', async () => {
    const { visitor, location } = await openFilled();
    await expectSoundDialog({
      of: 'features/files/upload/web/upload-outcome.tsx',
      visitor,
      name: 'Success!',
      opener: uploadButton,
      afterwards: () => expect(location()).toBe('/my-files'),
    });
  });

  test('failure leads back to the button', async () => {
    const { visitor, api } = await openFilled();
    api.use(fake(createFile, no(500)));
    const of = 'features/files/upload/web/upload-outcome.tsx';
    await expectSoundDialog({ of, visitor, name: 'Upload Failed', opener: uploadButton });
  });
});

describe('further files', () => {
  const REPORT = new File(['P0401'], 'VCDS-scan.txt');
  async function openWithReport() {
    const shown = await openFilled();
    await shown.visitor.click(await screen.findByRole('button', { name: 'Add further files' }));
    fireEvent.change(screen.getByLabelText('Further files'), {
      target: { files: [REPORT, new File(['g'], 'DQ250.bin')] },
    });
    return shown;
  }

  test('are sent with their kinds once the order exists', async () => {
    const { visitor, api } = await openWithReport();
    api.use(fake(addFurtherFile, FURTHER));
    await visitor.selectOptions(screen.getByLabelText('What is DQ250.bin?'), 'ECU');
    await visitor.click(uploadButton());
    await screen.findByText('Success!');
    const sent = api.callsOf(addFurtherFile);
    expect(sent.map(({ input, file }) => [input, file?.name])).toEqual([
      [{ id: String(STORED.file.id), kind: 'SCAN_REPORT' }, 'VCDS-scan.txt'],
      [{ id: String(STORED.file.id), kind: 'ECU' }, 'DQ250.bin'],
    ]);
  });

  test('that do not arrive are named, and lead to the page of the order, which is there', async () => {
    const { visitor, api, location } = await openWithReport();
    api.use(fake(addFurtherFile, no(400, 'Too many.')));
    await expectSoundDialog({
      of: 'features/files/upload/web/upload-outcome.tsx',
      visitor,
      name: 'Some files did not arrive',
      opener: uploadButton,
      open: async () => {
        await visitor.click(uploadButton());
        expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(
          expect.stringContaining('did not arrive: VCDS-scan.txt, DQ250.bin.'),
        );
      },
      afterwards: () => expect(location()).toBe(`/view-file/${STORED.file.id}`),
    });
    expect(api.callsOf(createFile)).toHaveLength(1);
  });
});

test('what was filled in is restored after visiting another screen, so leaving asks nothing', async () => {
  const shown = await open();
  const ecu = () => screen.getByRole('textbox', { name: /^ECU information/ });
  await expectDraft(shown, {
    of: 'features/files/upload/web/upload.screen.tsx',
    change: async () => {
      pick();
      await shown.visitor.type(ecu(), 'EDC17');
    },
    isThere: () => expect(ecu()).toHaveValue('EDC17'),
  });
});
