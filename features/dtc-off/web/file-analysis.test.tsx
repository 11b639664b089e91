import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { continueSession, uploadFile } from '../../../web/testing/continue-session.tsx';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { aiSession, aiUpload, dtcTable, ecuInfo } from '../../../web/testing/ecu-examples.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { listEcuModels } from '../coverage.calls.ts';
import { listGenerations } from '../generations.calls.ts';
import { chooseModel, getDtcs, listSessions, uploadToAi } from '../dtc-off.calls.ts';
import type { AiSession } from '../dtc-session.ts';
import { getUploadLimit } from '../../files/upload-limit/upload-limit.calls.ts';
import { canContinue } from '../dtc-off.rules.ts';
import { uploadLimitOf } from '../../../web/testing/upload-limit.ts';
import { sentence } from '../../../contract/refusal.ts';
import { buildDtcRow } from '../dtc-row.factory.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

let api: FakeApi;

beforeEach(() => {
  api = installFakeApi(
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getMyUser, myUser()),
    fake(listEcuModels, [
      { man: 'AUDI', ecuman: 'BOSCH', model: 'EDC17CP14', ecuValue: 'BOSCH_EDC17CP14', passRate: 1 },
      { man: 'BMW', ecuman: 'SIEMENS', model: 'MS43', ecuValue: 'SIEMENS_MS43', passRate: null },
    ]),
    fake(listGenerations, { generations: [], total_rows: 0 }),
    fake(getDtcs, dtcTable([buildDtcRow('P0401')])),
  );
});

async function openFile(fields: Partial<AiSession> = {}) {
  const session = aiSession(fields);
  const { createdAt: _at, declaredUse: _use, generations: _files, ...upload } = session;
  api.use(fake(listSessions, [session]), fake(uploadToAi, upload), fake(getUploadLimit, uploadLimitOf()));
  const shown = await (canContinue(session) ? continueSession() : uploadFile());
  await screen.findByRole('heading', { name: 'File Analysis' });
  return shown;
}

const checkButton = () => screen.queryByRole('button', { name: "Check DTC's" });
const wrongModel = () => screen.getByRole('button', { name: 'Wrong ECU Model? Click Here' });

describe('a file that is OK', () => {
  test(
    'is titled with maker, supplier and series, with its name cut to 30 characters and its size in kB',
    { tags: ['C-ANA-05', 'C-ANA-07', 'C-ANA-08', 'C-ANA-S01', 'C-ANA-T01', 'X-TRN-04', 'X-DTC-22'] },
    async () => {
      await openFile({
        originalName: 'Volkswagen_Golf_5_19TDI_EDC16U34_original.bin',
        ecuinfo: { ...aiSession().ecuinfo, fileSize: 524_800 },
      });
      expect(screen.getByRole('heading', { name: 'ECU: Volkswagen Bosch EDC16U34' })).toBeVisible();
      const name = screen.getByText('Volkswagen_Golf_5_19TDI_EDC16U...');
      expect(name.closest('[title]')).toHaveAttribute('title', 'Volkswagen_Golf_5_19TDI_EDC16U34_original.bin');
      expect(screen.getByText('512.5 kB')).toBeVisible();
    },
  );

  const TILES: [string, object][] = [
    ['Software ID', { softwareId: 'P447HAXE' }],
    ['HW Number', { hardwareNumber: '0281012345' }],
    ['SW Number', { softwareNumber: '1037380001' }],
    ['SW Version', { version: '9876' }],
    ['Processor', { processor: 'MPC562' }],
    ['Series', { vehicleSeries: 'Golf V' }],
    ['Variant', { vehicleVariant: '4Motion' }],
    ['Model', { vehicleModel: '1K1' }],
    ['Year', { vehicleYear: '2007' }],
    ['Manufacturer No.', { manufacturerNumber: '03G906021AB' }],
    ['Engine Manufacturer', { engineManufacturer: 'VW' }],
    ['Engine Designation', { engineDesignation: 'BLS' }],
    ['Engine Type', { engineType: 'R4' }],
    ['Displacement', { engineDisplacement: '1.9' }],
    ['Power (kW)', { enginePowerKw: '77' }],
    ['Torque', { engineTorque: '250 Nm' }],
    ['Emission Standard', { emissionStandard: 'EU4' }],
    ['Description', { description: 'Byte-swapped' }],
  ];

  const tiles = () => readTexts(screen.getAllByRole('term'));

  test(
    'shows every known fact as a tile, in this order',
    {
      tags: [
        'C-ANA-09',
        'C-ANA-10',
        'C-ANA-11',
        'C-ANA-12',
        'C-ANA-13',
        'C-ANA-14',
        'C-ANA-15',
        'C-ANA-16',
        'C-ANA-17',
        'C-ANA-18',
        'C-ANA-19',
        'C-ANA-20',
        'C-ANA-21',
        'C-ANA-22',
        'C-ANA-23',
        'C-ANA-24',
        'C-ANA-25',
        'C-ANA-26',
      ],
    },
    async () => {
      await openFile({ ecuinfo: ecuInfo(Object.assign({}, ...TILES.map(([, facts]) => facts))) });
      expect(tiles()).toEqual(TILES.map(([label]) => label));
    },
  );

  test.each(TILES)('the tile %s is shown only if there is something to show', async (label, facts) => {
    await openFile({ ecuinfo: ecuInfo(facts) });
    expect(tiles()).toEqual([label]);
    const [value] = Object.values(facts) as string[];
    expect(screen.getByText(value ?? '')).toBeVisible();
  });

  test(
    'shows the marks of both makers, the supplier’s on its own colour',
    { tags: ['C-ANA-01', 'C-ANA-02', 'X-DTC-18', 'X-DTC-19'] },
    async () => {
      await openFile();
      const supplier = screen.getByText('Bosch').parentElement as HTMLElement;
      expect(supplier.querySelector('[data-colour]')).toHaveAttribute('data-colour', '#D50C23');
      await waitFor(() => expect(document.querySelectorAll('svg[width="35"] path')).toHaveLength(1));
      expect(supplier.querySelector('svg')).toHaveAttribute('width', '28');
    },
  );

  test('shows initials for a maker without a mark', { tags: ['C-ANA-01'] }, async () => {
    await openFile({
      ecuinfo: { ...aiSession().ecuinfo, vehicleManufacturer: 'Mercedes-Benz', systemManufacturer: 'Delphi' },
    });
    await waitFor(() => expect(screen.getByText('MB')).toBeVisible());
    expect(screen.getByText('DE')).toBeVisible();
  });

  test('without an ecuId offers no check of its codes, and says why', { tags: ['C-ANA-S03', 'X-DTC-05'] }, async () => {
    await openFile({ ecuinfo: ecuInfo(), canGenerate: false, reason: sentence('errors.ecu.unit_not_recognised') });
    expect(screen.getByRole('heading', { name: 'ECU: not recognised' })).toBeVisible();
    expect(screen.getByText('The control unit is not recognised.')).toBeVisible();
    expect(checkButton()).not.toBeInTheDocument();
  });
});

describe('what can be generated is shown before any money moves', () => {
  test('without a proved table nothing is charged, and nothing can be generated', async () => {
    const reason = sentence('errors.ecu.several_code_tables');
    api.use(fake(getDtcs, dtcTable([buildDtcRow('P0401')], { canGenerate: false, reason })));
    const { visitor } = await openFile({ canGenerate: false, reason });
    expect(screen.getByText('This file cannot be processed. Nothing was charged.')).toBeVisible();
    expect(screen.getByText(reason.message)).toBeVisible();
    await visitor.click(checkButton() as HTMLElement);
    await visitor.click(await screen.findByRole('switch', { name: 'P0401' }));
    const generate = screen.getByRole('button', { name: 'Generate (DTC OFF) File' });
    expect(generate).toHaveAttribute('aria-disabled', 'true');
    expect(generate).toHaveAccessibleDescription(reason.message);
  });

  test.each([
    ['the memory of a control unit', {}],
    ['something else', { fileident: 'not an ECU file', ecuinfo: ecuInfo() }],
  ])('a file that is refused as %s shows by how much it is shorter than a full read', async (_, fields) => {
    const short = sentence('errors.ecu.bytes_short', { count: 664, size: 2097152 });
    const reason = sentence('errors.ecu.unit_not_recognised');
    await openFile({ ...fields, canGenerate: false, reason, warnings: [short] });
    expect(screen.getByText(/^The file is 664 bytes shorter than a full read/)).toBeVisible();
  });

  test('a checksum that cannot be corrected is named', async () => {
    await openFile({ warnings: [sentence('errors.ecu.checksums_not_known')] });
    expect(screen.getByText('Before a file is made, please note:')).toBeVisible();
    expect(screen.getByText(/^The checksums of this control unit are not known: not corrected\./)).toBeVisible();
  });
});

describe('a file of another type', () => {
  test(
    'shows its type, with a way back that discards it',
    { tags: ['C-ANA-03', 'C-ANA-04', 'C-ANA-S02', 'X-DTC-02', 'X-DTC-21', 'X-ERR-71', 'G-30'] },
    async () => {
      const { visitor, location } = await openFile({ fileident: 'ZIP archive', ecuinfo: ecuInfo() });
      const warning = screen.getByText(/^WARNING!/).parentElement as HTMLElement;
      expect(warning).toHaveTextContent('WARNING! File looks like: ZIP archive. If no suitable ECU was found Go Back');
      expect(checkButton()).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Wrong ECU Model? Click Here' })).not.toBeInTheDocument();
      const back = within(warning).getByRole('link', { name: 'Go Back' });
      expect(back).toHaveAttribute('href', '/upload-ai');
      await visitor.click(back);
      expect(location()).toBe('/upload-ai');
      expect(screen.getByLabelText('ECU file')).toBeInTheDocument();
      expect(screen.queryByText(/^WARNING!/)).not.toBeInTheDocument();
    },
  );
});

describe('a file that cannot be processed here', () => {
  const manually = () => screen.queryByRole('link', { name: 'Upload File Manually' });

  test.each([
    ['nothing was recognised', { ecuinfo: ecuInfo(), canGenerate: false }],
    ['it is read by its tool alone', { fileident: 'WinOLS project', ecuinfo: ecuInfo(), canGenerate: false }],
    ['no table was proved', { canGenerate: false }],
  ])('links to the manual upload with this file: %s', async (_, fields) => {
    await openFile(fields);
    expect(manually()).toHaveAttribute('href', '/upload?ai-file=4f2a');
  });

  test.each(['PDF', 'JPEG image', 'text', 'blank', 'ZIP archive'])(
    'a file that is no control unit gets no such link: %s',
    async (fileident) => {
      await openFile({ fileident, ecuinfo: ecuInfo(), canGenerate: false });
      expect(screen.getByText(/looks like/)).toBeVisible();
      expect(manually()).not.toBeInTheDocument();
    },
  );

  test('any other file gets no such link', async () => {
    await openFile();
    expect(manually()).not.toBeInTheDocument();
  });
});

describe('the wrong model', () => {
  const dialog = () => screen.getByRole('dialog', { name: 'Select ECU Model' });
  const ok = () => within(dialog()).getByRole('button', { name: 'OK' });
  const list = () => within(dialog()).getByRole('combobox', { name: 'ECU' });

  const evidence = [{ points: 95, at: 0x40012, reason: 'the variant string names EDC16U34' }];
  const MS43 = { man: 'BMW', ecuman: 'SIEMENS', model: 'MS43' };
  const names = {
    ecuId: 'SIEMENS_MS43',
    vehicleManufacturer: 'BMW',
    systemManufacturer: 'SIEMENS',
    modelSeries: 'MS43',
  };
  const recognised = { name: 'Bosch EDC16U34', evidence };
  const misfit = aiUpload({
    ecuinfo: ecuInfo(names),
    canGenerate: false,
    reason: sentence('errors.analysis.nothing_for_chosen'),
    reading: { ...MS43, match: 'OTHER_FAMILY', named: null, points: 0, evidence: [], recognised },
  });

  async function chooseMs43() {
    const shown = await openFile();
    await shown.visitor.click(wrongModel());
    await shown.visitor.selectOptions(list(), 'BMW, SIEMENS, MS43');
    await shown.visitor.click(ok());
    return shown;
  }

  test(
    'is fixed by choosing another: OK waits for a choice, then the file is read as that one and the four names change',
    { tags: ['C-ANA-06', 'C-MDL-01', 'C-MDL-02', 'C-MDL-05', 'X-DTC-03', 'X-DTC-20'] },
    async () => {
      const reading = { ...MS43, match: 'MODEL', named: null, points: 95, evidence, recognised: null } as const;
      api.use(fake(chooseModel, aiUpload({ ecuinfo: ecuInfo(names), reading })));
      const { visitor } = await openFile();
      await visitor.click(wrongModel());
      expect(readTexts(within(list()).getAllByRole('option'))).toEqual([
        '-- Select an ECU --',
        'AUDI, BOSCH, EDC17CP14',
        'BMW, SIEMENS, MS43',
      ]);
      expect(ok()).toBeDisabled();
      await visitor.selectOptions(list(), 'BMW, SIEMENS, MS43');
      await visitor.click(ok());
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(await screen.findByRole('heading', { name: 'ECU: BMW SIEMENS MS43' })).toBeVisible();
      expect(api.callsOf(chooseModel)[0]?.input).toEqual({
        file_name: 'golf.bin.4f2a',
        ecu_id: 'SIEMENS_MS43',
        man: 'BMW',
      });
      expect(screen.getByText('Read as BMW SIEMENS MS43: the file matches.')).toBeVisible();
      expect(screen.getByText('No control unit was recognised automatically.')).toBeVisible();
      await visitor.click(checkButton() as HTMLElement);
      await waitFor(() =>
        expect(api.callsOf(getDtcs)[0]?.input).toMatchObject({ file_name: 'golf.bin.4f2a', ecu_id: 'SIEMENS_MS43' }),
      );
    },
  );

  test('a file that does not match is reported, with what the file is recognised by and a way back', async () => {
    api.use(fake(chooseModel, ({ ecu_id }) => (ecu_id === null ? aiUpload() : misfit)));
    const { visitor } = await chooseMs43();
    expect(await screen.findByText('Read as BMW SIEMENS MS43: the file does not match.')).toBeVisible();
    expect(screen.getByText('There is no evidence for the chosen control unit in this file.')).toBeVisible();
    expect(screen.getByText('Recognised automatically as Bosch EDC16U34:')).toBeVisible();
    expect(screen.getByText('0x40012').closest('li')).toHaveTextContent('0x40012 the variant string names EDC16U34');
    await visitor.click(screen.getByRole('button', { name: 'Read as Bosch EDC16U34 again' }));
    expect(await screen.findByRole('heading', { name: 'ECU: Volkswagen Bosch EDC16U34' })).toBeVisible();
    expect(screen.queryByText(/the file does not match/)).not.toBeInTheDocument();
  });

  test.each([
    ['FAMILY', null, 'Read as BMW SIEMENS MS43: the file is of its family, but names no model.'],
    [
      'OTHER_MODEL',
      'Volkswagen Group Bosch EDC16U34',
      'Read as BMW SIEMENS MS43: the file is of the same family, but names Volkswagen Group Bosch EDC16U34.',
    ],
  ] as const)('%s is not called a match', async (match, named, sentence_) => {
    await openFile(aiUpload({ reading: { ...MS43, match, named, points: 90, evidence, recognised } }));
    expect(screen.getByText(sentence_)).toBeVisible();
    expect(screen.getByText('Evidence for this model’s family: 90 of 100')).toBeVisible();
    expect(screen.queryByText(/the file matches/)).not.toBeInTheDocument();
  });

  test('stays chosen when the session is continued', async () => {
    await openFile(misfit);
    expect(screen.getByText('Read as BMW SIEMENS MS43: the file does not match.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'ECU: BMW SIEMENS MS43' })).toBeVisible();
  });

  test('leaves everything as it was if the reading fails, and can be tried again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.use(fake(chooseModel, no(500)));
    const { visitor } = await chooseMs43();
    expect(await screen.findByText('The file could not be read as this model.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'ECU: Volkswagen Bosch EDC16U34' })).toBeVisible();
    api.use(fake(chooseModel, misfit));
    await visitor.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Read as BMW SIEMENS MS43: the file does not match.')).toBeVisible();
  });

  test.each(['Cancel', 'Close'])('%s changes nothing', { tags: ['C-MDL-03', 'C-MDL-04', 'X-DTC-20'] }, async (name) => {
    const { visitor } = await openFile();
    await visitor.click(wrongModel());
    await visitor.selectOptions(list(), 'BMW, SIEMENS, MS43');
    await visitor.click(within(dialog()).getByRole('button', { name }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'ECU: Volkswagen Bosch EDC16U34' })).toBeVisible();
    await visitor.click(wrongModel());
    expect(ok()).toBeDisabled();
  });

  test('can no longer be changed once the codes are shown', { tags: ['C-ANA-06', 'X-DTC-04'] }, async () => {
    const { visitor } = await openFile();
    expect(wrongModel()).toBeVisible();
    await visitor.click(checkButton() as HTMLElement);
    await screen.findByText('Diagnostic Trouble Codes (DTCs)');
    expect(screen.queryByRole('button', { name: 'Wrong ECU Model? Click Here' })).not.toBeInTheDocument();
  });

  test('the dialog meets the ARIA practices', async () => {
    const { visitor } = await openFile();
    const opener = () => screen.getByRole('button', { name: 'Wrong ECU Model? Click Here', hidden: true });
    const of = 'features/dtc-off/web/file-analysis.tsx';
    await expectSoundDialog({ of, visitor, name: 'Select ECU Model', opener });
  });
});

test('a value can be copied with its button', async () => {
  const { visitor } = await openFile();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await visitor.click(screen.getByRole('button', { name: 'Copy SW Number' }));
  expect(copied).toHaveBeenCalledWith('1037380001');
});
