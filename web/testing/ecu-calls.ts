import { getMyUser } from '../../features/accounts/accounts.calls.ts';
import { listEcuModels } from '../../features/dtc-off/coverage.calls.ts';
import { downloadSessionFile, getDtcs, switchDtcsOff } from '../../features/dtc-off/dtc-off.calls.ts';
import type { DtcRow } from '../../features/dtc-off/dtc-session.ts';
import { listGenerations } from '../../features/dtc-off/generations.calls.ts';
import { getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { applicationConfiguration } from './application-configuration.ts';
import { dtcTable } from './ecu-examples.ts';
import { fake, fakeFile } from './fake-api.ts';
import { myUser } from './my-user.ts';

/** Fakes the calls of the DTC OFF screen for a file with these codes, including the generated file. */
export const fakeEcuCalls = (rows: DtcRow[]) => [
  fake(getApplicationConfiguration, applicationConfiguration()),
  fake(getMyUser, myUser({ credit_balance: 120.5 })),
  fake(listEcuModels, []),
  fake(listGenerations, { generations: [], total_rows: 0 }),
  fake(getDtcs, dtcTable(rows)),
  fake(switchDtcsOff, fakeFile('golf_DTC_OFF.bin', new Uint8Array([1, 2, 3]))),
  fake(downloadSessionFile, fakeFile('golf.bin', new Uint8Array([1, 7, 3]))),
];
