import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { continueSession } from '../../../web/testing/continue-session.tsx';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { aiSession, dtcTable } from '../../../web/testing/ecu-examples.ts';
import { fake, fakeFile, installFakeApi, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { listEcuModels } from '../coverage.calls.ts';
import { getDtcs, listSessions, switchDtcsOff } from '../dtc-off.calls.ts';
import type { AiSession } from '../dtc-session.ts';
import { listGenerations } from '../generations.calls.ts';
import { sentence } from '../../../contract/refusal.ts';
import { buildDtcRow } from '../dtc-row.factory.ts';

const NOT_CORRECTED = 'This file has a wrong checksum. Without a correction it cannot be processed.';
const reason = sentence('errors.ecu.checksums_wrong_before', { names: 'Block sum 0x0' });
const wrong = { canGenerate: false, reason, wrongChecksums: ['Block sum 0x0'] };

let api: FakeApi;

beforeEach(() => {
  api = installFakeApi(
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getMyUser, myUser()),
    fake(listEcuModels, []),
    fake(listGenerations, { generations: [], total_rows: 0 }),
    fake(getDtcs, ({ repair_checksums }) =>
      repair_checksums === true
        ? dtcTable([buildDtcRow('P0401')], { wrongChecksums: wrong.wrongChecksums })
        : dtcTable([buildDtcRow('P0401', { locked: reason })], wrong),
    ),
    fake(switchDtcsOff, fakeFile('golf_dtc-off.bin', new Uint8Array([1, 2]))),
  );
});

async function openFile(fields: Partial<AiSession>) {
  api.use(fake(listSessions, [aiSession(fields)]));
  const shown = await continueSession();
  await screen.findByRole('heading', { name: 'File Analysis' });
  return shown;
}

const choice = () => screen.queryByRole('checkbox', { name: 'Correct the wrong checksum first' });
const check = () => screen.getByRole('button', { name: "Check DTC's" });

test('a wrong checksum is named, and its correction is offered but not preselected', async () => {
  const { visitor } = await openFile(wrong);
  expect(screen.getByText(NOT_CORRECTED)).toBeVisible();
  expect(screen.getByText(reason.message)).toBeVisible();
  expect(choice()).not.toBeChecked();
  expect(choice()).toHaveAccessibleDescription(/The proof lists it separately/);
  expect(screen.getByRole('link', { name: 'Upload File Manually' })).toBeVisible();
  await visitor.click(check());
  expect(await screen.findByText('No code of this file can be selected.')).toBeVisible();
  expect(api.callsOf(getDtcs).map(({ input }) => input)).toMatchObject([
    { file_name: 'golf.bin.4f2a', ecu_id: 'BOSCH_EDC16' },
  ]);
});

test('what makes the read doubtful is named beside the correction', async () => {
  const blank = sentence('errors.ecu.blank_stretches', { places: '0x60000-0x68000' });
  await openFile({ ...wrong, warnings: [blank] });
  expect(choice()).toBeVisible();
  expect(screen.getByText(blank.message)).toBeVisible();
});

test('once the correction is chosen, codes can be selected and the file is requested with it', async () => {
  const { visitor } = await openFile(wrong);
  await visitor.click(choice() as HTMLElement);
  expect(screen.getByText('Wrong checksums of this file are corrected before any code is switched off.')).toBeVisible();
  expect(screen.queryByText(NOT_CORRECTED)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Upload File Manually' })).not.toBeInTheDocument();
  await visitor.click(check());
  await visitor.click(await screen.findByRole('switch', { name: 'P0401' }));
  await visitor.click(screen.getByRole('button', { name: 'Generate (DTC OFF) File' }));
  await expect.poll(() => api.callsOf(switchDtcsOff)).toHaveLength(1);
  expect(api.callsOf(switchDtcsOff)[0]?.input).toMatchObject({ dtcs: 'P0401', repair_checksums: true });
});

test('where the codes are locked, the choice stands above them, and they are read again at once', async () => {
  const { visitor } = await openFile(wrong);
  await visitor.click(check());
  expect(await screen.findByText('No code of this file can be selected.')).toBeVisible();
  expect(choice()).toBeVisible();
  expect(screen.getByText(NOT_CORRECTED)).toBeVisible();
  await visitor.click(choice() as HTMLElement);
  await visitor.click(await screen.findByRole('switch', { name: 'P0401' }));
  expect(choice()).toBeChecked();
  expect(api.callsOf(getDtcs).at(-1)?.input).toMatchObject({ repair_checksums: true });
  await visitor.click(choice() as HTMLElement);
  expect(await screen.findByText('No code of this file can be selected.')).toBeVisible();
  expect(choice()).not.toBeChecked();
  expect(api.callsOf(getDtcs).at(-1)?.input).not.toHaveProperty('repair_checksums');
});

test('a correction that was chosen before the codes were read can be undone above them', async () => {
  const { visitor } = await openFile(wrong);
  await visitor.click(choice() as HTMLElement);
  await visitor.click(check());
  await visitor.click(await screen.findByRole('switch', { name: 'P0401' }));
  await visitor.click(choice() as HTMLElement);
  expect(await screen.findByText('No code of this file can be selected.')).toBeVisible();
  expect(choice()).not.toBeChecked();
  expect(api.callsOf(getDtcs).at(-1)?.input).not.toHaveProperty('repair_checksums');
});

test('a file without a wrong checksum offers no such choice', async () => {
  await openFile({});
  expect(choice()).not.toBeInTheDocument();
});
