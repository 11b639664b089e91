import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { continueSession } from '../../../web/testing/continue-session.tsx';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { installCompareWorker } from '../../../web/testing/compare-worker.ts';
import { aiSession, dtcTable, generation } from '../../../web/testing/ecu-examples.ts';
import { FakeNo, fake, fakeFile, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { downloadSessionFile, getDtcs, listSessions, switchDtcsOff } from '../dtc-off.calls.ts';
import type { AiSession } from '../dtc-session.ts';
import { downloadGenerated, downloadProof, downloadProofPage } from '../proof.calls.ts';
import { notEnoughCredits } from '../dtc-off.rules.ts';
import { sentence } from '../../../contract/refusal.ts';
import { buildDtcRow } from '../dtc-row.factory.ts';
import { fakeEcuCalls } from '../../../web/testing/ecu-calls.ts';

const ROWS = [
  buildDtcRow('P0520', { info: 'Oil pressure sensor' }),
  buildDtcRow('P0530'),
  buildDtcRow('P0401', { emission: true, emission_reason: 'egr' }),
  buildDtcRow('P0532', { shared_with: ['P0402'], entries: [8] }),
  buildDtcRow('P0402', { emission: true, emission_reason: 'egr', shared_with: ['P0532'], entries: [8] }),
];

let api: FakeApi;
let saved: string[];

beforeEach(() => {
  api = installFakeApi(...fakeEcuCalls(ROWS));
  saved = installCompareWorker();
});

async function openFile(fields: Partial<AiSession> = {}) {
  api.use(fake(listSessions, [aiSession(fields)]));
  return continueSession();
}

async function openTable(fields: Partial<AiSession> = {}) {
  const shown = await openFile(fields);
  await shown.visitor.click(check());
  await screen.findByRole('switch', { name: 'P0520' });
  return shown;
}

async function openSelected(codes = ['P0520'], fields: Partial<AiSession> = {}) {
  const shown = await openTable(fields);
  for (const code of codes) await shown.visitor.click(screen.getByRole('switch', { name: code }));
  return shown;
}

const check = () => screen.getByRole('button', { name: "Check DTC's" });
const generate = () => screen.getByRole('button', { name: 'Generate (DTC OFF) File' });
const sent = () => api.callsOf(switchDtcsOff).map(({ input }) => input);

describe('the main button', () => {
  test(
    'requests the codes, waits for a selection, and then turns into a green Generate',
    { tags: ['C-ANA-27', 'C-ANA-28', 'C-ANA-30', 'X-DTC-05', 'X-DTC-15', 'G-29'] },
    async () => {
      const { visitor } = await openFile();
      expect(check()).not.toHaveAttribute('aria-disabled');
      await visitor.click(check());
      await screen.findByRole('switch', { name: 'P0520' });
      expect(check()).toHaveAttribute('aria-disabled', 'true');
      expect(check()).toHaveAccessibleDescription('Select at least one DTC');
      await visitor.click(check());
      expect(api.callsOf(getDtcs)).toHaveLength(1);
      await visitor.click(screen.getByRole('switch', { name: 'P0520' }));
      expect(generate()).not.toHaveAttribute('aria-disabled');
      expect(generate().className).toContain('bg-green-solid');
      await visitor.click(screen.getByRole('switch', { name: 'P0520' }));
      expect(check()).toHaveAttribute('aria-disabled', 'true');
    },
  );

  test('shows five dots while a request runs, and ignores a click', { tags: ['C-ANA-29', 'C-ANA-S04'] }, async () => {
    let response = () => {};
    const responded = new Promise<void>((resolve) => {
      response = resolve;
    });
    api.use(fake(getDtcs, () => responded.then(() => dtcTable(ROWS))));
    const { visitor } = await openFile();
    await visitor.click(check());
    const busy = screen.getByRole('button', { name: 'Reading the codes...' });
    expect(busy.querySelectorAll('[data-dots] > span')).toHaveLength(5);
    await visitor.click(busy);
    expect(api.callsOf(getDtcs)).toHaveLength(1);
    await act(async () => response());
    await screen.findByRole('switch', { name: 'P0520' });
    expect(document.querySelector('[data-dots]')).not.toBeInTheDocument();
  });

  test(
    'codes that cannot be fetched end the loading, and an inconspicuous line offers a retry',
    { tags: ['C-ANA-M01', 'X-ERR-68', 'G-32'] },
    async () => {
      const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
      api.use(fake(getDtcs, no(500)));
      const { visitor } = await openFile();
      await visitor.click(check());
      expect(await screen.findByText('The codes could not be read.')).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(logged).toHaveBeenCalledOnce();
      api.use(fake(getDtcs, dtcTable(ROWS)));
      await visitor.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByRole('switch', { name: 'P0520' })).toBeVisible();
      expect(screen.queryByText('The codes could not be read.')).not.toBeInTheDocument();
    },
  );

  test('a chosen model that does not match the file is refused with the server’s message', async () => {
    api.use(fake(getDtcs, no(400, 'This file is of another control unit than the chosen model.')));
    const { visitor } = await openFile();
    await visitor.click(check());
    expect(await screen.findByRole('alert')).toHaveTextContent('This file is of another control unit');
  });
});

describe('generating', () => {
  test(
    'sends the joined selection, saves under the server’s file name, and pays once: is_first is true, then false',
    { tags: ['C-ANA-32', 'X-API-62', 'X-DTC-07', 'X-DTC-13', 'X-DTC-14', 'X-DTC-15', 'G-27', 'G-28'] },
    async () => {
      const { visitor } = await openSelected(['P0520', 'P0530']);
      expect(screen.getByText(/10 CRS for this file/)).toBeVisible();
      await visitor.click(generate());
      await waitFor(() => expect(saved).toEqual(['golf_DTC_OFF.bin']));
      await visitor.click(screen.getByRole('switch', { name: 'P0530' }));
      expect(screen.getByText(/This file is paid: this selection is free/)).toBeVisible();
      await visitor.click(generate());
      await waitFor(() => expect(saved).toHaveLength(2));
      const handle = { file_name: 'golf.bin.4f2a', ecu_id: 'BOSCH_EDC16' };
      expect(sent()).toEqual([
        { ...handle, dtcs: 'P0520;P0530', is_first: true },
        { ...handle, dtcs: 'P0520', is_first: false },
      ]);
    },
  );

  test('refreshes the balance at once, and not only at the next poll', async () => {
    const { visitor } = await openSelected();
    const before = api.callsOf(getMyUser).length;
    await visitor.click(generate());
    await waitFor(() => expect(api.callsOf(getMyUser).length).toBeGreaterThan(before));
  });

  test('in a paid session, even the first file has is_first false', { tags: ['G-27', 'G-33'] }, async () => {
    const { visitor } = await openSelected(['P0520'], { charged: true });
    await visitor.click(generate());
    await waitFor(() => expect(sent()[0]).toMatchObject({ is_first: false }));
  });

  test('without a name from the server, the file is download.bin', { tags: ['C-ANA-32', 'X-DTC-14'] }, async () => {
    api.use(fake(switchDtcsOff, 'bytes'));
    const { visitor } = await openSelected();
    await visitor.click(generate());
    await waitFor(() => expect(saved).toEqual(['download.bin']));
  });

  test(
    'a failure is logged as "Download failed", an inconspicuous line offers a retry, and nothing counts as paid',
    { tags: ['C-ANA-M02', 'X-ERR-69', 'X-DTC-14', 'G-32'] },
    async () => {
      const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
      api.use(fake(switchDtcsOff, no(500)));
      const { visitor } = await openSelected();
      await visitor.click(generate());
      expect(await screen.findByText('Download failed.')).toBeVisible();
      expect(logged.mock.lastCall?.[0]).toBe('Download failed');
      expect(saved).toEqual([]);
      api.use(fake(switchDtcsOff, fakeFile('second.bin', new Uint8Array([1]))));
      await visitor.click(screen.getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(saved).toEqual(['second.bin']));
      expect(sent().map(({ is_first }) => is_first)).toEqual([true, true]);
    },
  );

  test('too few credits show the server’s message and a link to buy some', { tags: ['G-26'] }, async () => {
    const { code, message } = notEnoughCredits();
    api.use(fake(switchDtcsOff, new FakeNo(400, { code, message })));
    const { visitor } = await openSelected();
    await visitor.click(generate());
    const box = await screen.findByRole('alert');
    expect(box).toHaveTextContent('Not enough credits. 10 CRS are needed.');
    expect(within(box).getByRole('link', { name: 'Click to buy Credits' })).toHaveAttribute('target', '_blank');
    expect(saved).toEqual([]);
  });
});

describe('out of credits', () => {
  const broke = (ai: number, main = 0) =>
    api.use(fake(getMyUser, myUser({ credit_balance: main, ai_credit_balance: ai })));
  const buy = () => screen.queryByRole('link', { name: 'Click to buy Credits' });

  test(
    'the button is a red link to buy credits in a new tab, once something is selected',
    { tags: ['C-ANA-31', 'C-ANA-S05', 'X-DTC-12'] },
    async () => {
      broke(0);
      const { visitor } = await openTable();
      expect(buy()).not.toBeInTheDocument();
      await visitor.click(screen.getByRole('switch', { name: 'P0520' }));
      const link = await screen.findByRole('link', { name: 'Click to buy Credits' });
      expect(link).toHaveAttribute('href', '/buy-credits');
      expect(link).toHaveAttribute('target', '_blank');
      expect(link.className).toContain('text-red-fg');
      expect(screen.queryByRole('button', { name: /^Generate/ })).not.toBeInTheDocument();
    },
  );

  test.each([
    ['the AI balance alone can pay', 10, 0, false],
    ['some credits are left, which the server will judge', 0, 3, false],
    ['the AI balance cannot pay, and there is nothing else', 9.99, 0, true],
  ])('%s', { tags: ['G-26', 'X-DTC-12'] }, async (_, ai, main, isLink) => {
    broke(ai, main);
    await openSelected();
    await waitFor(() => expect(buy() !== null).toBe(isLink));
  });

  test('a paid session needs no more credits', { tags: ['G-26', 'G-33'] }, async () => {
    broke(0);
    await openSelected(['P0520'], { charged: true });
    expect(generate()).toBeVisible();
    expect(buy()).not.toBeInTheDocument();
  });
});

describe('codes that concern emissions', () => {
  const dialog = () => screen.getByRole('dialog', { name: 'What is this file for?' });
  const use = (name: RegExp) => within(dialog()).getByRole('button', { name });

  test('need a declaration for every file, which is one press; the earlier one has the focus and can be changed', async () => {
    const { visitor } = await openSelected(['P0401', 'P0520']);
    await visitor.click(generate());
    expect(within(dialog()).getByText('P0401')).toBeVisible();
    expect(sent()).toEqual([]);
    await visitor.click(use(/motorsport/));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ dtcs: 'P0401;P0520', declared_use: 'COMPETITION' });
    await visitor.click(generate());
    expect(use(/motorsport/)).toHaveFocus();
    expect(within(dialog()).getByText(/declaration for the previous file is marked/)).toBeVisible();
    await visitor.click(use(/test bench/));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ declared_use: 'TEST_BENCH' });
  });

  test('need a declaration even if they only go off together with a chosen code', async () => {
    const { visitor } = await openSelected(['P0532']);
    await visitor.click(generate());
    expect(within(dialog()).getByText('P0402')).toBeVisible();
  });

  test('reuse the session’s earlier declaration with one press, and only after that press', async () => {
    const { visitor } = await openSelected(['P0401'], { declaredUse: 'TEST_BENCH' });
    await visitor.click(generate());
    expect(use(/test bench/)).toHaveFocus();
    expect(sent()).toEqual([]);
    await visitor.keyboard('{Enter}');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ declared_use: 'TEST_BENCH' });
  });

  test('a declaration for a file that was refused does not count as an earlier one', async () => {
    api.use(fake(switchDtcsOff, no(400, 'Not enough credits. Please buy credits and try again.')));
    const { visitor } = await openSelected(['P0401']);
    await visitor.click(generate());
    await visitor.click(use(/test bench/));
    await screen.findByRole('alert');
    await visitor.click(generate());
    expect(use(/test bench/)).not.toHaveFocus();
    expect(within(dialog()).queryByText(/declaration for the previous file/)).not.toBeInTheDocument();
  });

  test('are listed by reason with their number, in a box that scrolls', async () => {
    api.use(
      fake(
        getDtcs,
        dtcTable([
          ...ROWS,
          buildDtcRow('P0420', { emission: true, emission_reason: 'catalyst' }),
          buildDtcRow('4A7D', { emission_reason: 'unknown' }),
        ]),
      ),
    );
    const { visitor } = await openTable();
    await visitor.click(screen.getByRole('button', { name: 'Select all' }));
    await visitor.click(generate());
    const list = within(dialog()).getByRole('list', { name: 'Emission codes' });
    const groups = within(list)
      .getAllByRole('listitem')
      .map((item) => [item.querySelector('summary')?.textContent, item.querySelector('p')?.textContent]);
    expect(groups).toEqual([
      ['EGR 2', 'P0401, P0402'],
      ['Catalyst 1', 'P0420'],
      ['Meaning not public 1', '4A7D'],
    ]);
    expect(within(list).getByText('P0401, P0402')).toBeVisible();
    expect(within(dialog()).getByText('Codes that need a declaration: 4')).toBeVisible();
    expect(list).toHaveClass('overflow-y-auto', 'max-h-40');
  });

  test('are counted first and listed on demand, even if there are 1 816 of them', async () => {
    const many = Array.from({ length: 1_816 }, (_, at) =>
      buildDtcRow(at.toString(16).toUpperCase().padStart(4, '0'), { emission_reason: at < 16 ? 'nox' : 'unknown' }),
    );
    api.use(fake(getDtcs, dtcTable([...ROWS, ...many])));
    const { visitor } = await openTable();
    await visitor.click(screen.getByRole('button', { name: 'Select all' }));
    await visitor.click(generate());
    expect(within(dialog()).getByText('Codes that need a declaration: 1818')).toBeVisible();
    expect(within(dialog()).getByText(/^0000, 0001/)).not.toBeVisible();
    expect(within(dialog()).getByText(/^0010, 0011/)).not.toBeVisible();
    await visitor.click(within(dialog()).getByText('NOx and SCR'));
    expect(within(dialog()).getByText(/^0000, 0001/)).toBeVisible();
    expect(within(dialog()).getByText(/^0010, 0011/)).not.toBeVisible();
  });

  test('others need no declaration', async () => {
    const { visitor } = await openSelected(['P0520']);
    await visitor.click(generate());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(sent()[0]).not.toHaveProperty('declared_use');
  });

  test('the dialog meets the ARIA practices', async () => {
    const { visitor } = await openSelected(['P0401'], { declaredUse: 'COMPETITION' });
    const opener = () => screen.getByRole('button', { name: 'Generate (DTC OFF) File', hidden: true });
    const of = 'features/dtc-off/web/work-bar.tsx';
    await expectSoundDialog({ of, visitor, name: 'What is this file for?', opener });
  });
});

describe('codes that are switched off with a selected one', () => {
  const field = () => screen.getByRole('textbox', { name: 'Selected DTCs' });

  test('are in "Selected DTCs" and in the request, are marked, and are counted separately', async () => {
    const { visitor } = await openSelected(['P0532']);
    const row = screen.getByText('P0402', { selector: 'span.font-mono' }).closest('tr') as HTMLElement;
    expect(within(row).getByText('OFF')).toBeVisible();
    expect(within(row).getByText('switched off together with P0532')).toBeVisible();
    expect(field()).toHaveValue('P0532;P0402');
    expect(screen.getByText('Switched off together with the chosen codes: P0402')).toBeVisible();
    expect(screen.getByText('1 code selected.').parentElement).toHaveTextContent(
      /^1 code selected\. 1 linked code goes off too\./,
    );
    await visitor.click(screen.getByRole('switch', { name: 'P0532' }));
    expect(screen.getByRole('switch', { name: 'P0402' })).toBeChecked();
    expect(field()).toHaveValue('');
  });

  test('have a toggle like any other: ON switches the code on again that took them along', async () => {
    const { visitor } = await openSelected(['P0520', 'P0532']);
    const shared = () => screen.getByRole('switch', { name: 'P0402' });
    expect(shared()).not.toBeChecked();
    await visitor.click(shared());
    expect(shared()).toBeChecked();
    expect(screen.getByRole('switch', { name: 'P0532' })).toBeChecked();
    expect(field()).toHaveValue('P0520');
    await visitor.click(shared());
    expect(field()).toHaveValue('P0520;P0402;P0532');
  });

  test('are sent with the chosen ones', async () => {
    const { visitor } = await openSelected(['P0532']);
    await visitor.click(generate());
    const dialog = screen.getByRole('dialog');
    await visitor.click(within(dialog).getByRole('button', { name: /test bench/ }));
    await waitFor(() => expect(sent()[0]).toMatchObject({ dtcs: 'P0532;P0402' }));
  });
});

test('a file without a selectable row shows that, and does not ask for a selection', async () => {
  api.use(
    fake(
      getDtcs,
      dtcTable([
        buildDtcRow('P0520', { status: 'OFF', locked: sentence('errors.dtc-off.row_off') }),
        buildDtcRow('P0530', { locked: sentence('errors.dtc-off.row_blocked') }),
      ]),
    ),
  );
  const { visitor } = await openFile();
  await visitor.click(check());
  await screen.findByText('P0530');
  expect(check()).toHaveAccessibleDescription(
    'No code of this file can be selected: every one is OFF already or locked. The table says why.',
  );
  expect(screen.queryByText('Select at least one DTC')).not.toBeInTheDocument();
});

describe('what changed', () => {
  test('is shown after generating, with the original fetched if it is not here yet', { tags: ['G-33'] }, async () => {
    const { visitor } = await openSelected();
    await visitor.click(generate());
    expect(await screen.findByText('Bytes changed: 1, in 1 region')).toBeVisible();
    const unknown = '1 of these regions belongs neither to a chosen code nor to a checksum.';
    expect(await screen.findByText(unknown)).toBeVisible();
    expect(api.callsOf(downloadSessionFile).map(({ input }) => input)).toEqual([{ handle: '4f2a' }]);
  });

  test('cannot be shown without the original, and the reason is shown', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.use(fake(downloadSessionFile, no(404)));
    const { visitor } = await openSelected();
    await visitor.click(generate());
    expect(await screen.findByText('Could not load.')).toBeVisible();
    expect(screen.queryByText(/^\d+ bytes?/)).not.toBeInTheDocument();
  });
});

describe('the files of the session', () => {
  beforeEach(() => {
    api.use(
      fake(downloadGenerated, ({ id }) => fakeFile(`again-${id}.bin`, new Uint8Array([1]))),
      fake(downloadProof, ({ id }) => fakeFile(`proof-${id}.json`, new Uint8Array([1]))),
      fake(downloadProofPage, ({ id }) => fakeFile(`proof-${id}.html`, new Uint8Array([1]))),
    );
  });

  test('can be downloaded again, each with its proof as JSON and as a page, and verified', async () => {
    const { visitor } = await openFile({ generations: [generation(4, ['P0520', 'P0530']), generation(3, ['P0401'])] });
    expect(screen.getByText('P0520;P0530')).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: 'Download: golf_DTC_OFF_4.bin' }));
    await visitor.click(screen.getByRole('button', { name: 'Proof (JSON): golf_DTC_OFF_4.bin' }));
    await visitor.click(screen.getByRole('button', { name: 'Proof to print: golf_DTC_OFF_3.bin' }));
    await waitFor(() => expect(saved).toEqual(['again-4.bin', 'proof-4.json', 'proof-3.html']));
    expect(screen.getByRole('link', { name: 'Verify a file and its proof' })).toHaveAttribute('href', '/verify.html');
  });

  test('a new one appears as soon as it is generated', async () => {
    const { visitor } = await openSelected();
    api.use(fake(listSessions, [aiSession({ generations: [generation(9, ['P0520'])], charged: true })]));
    await visitor.click(generate());
    expect(await screen.findByRole('button', { name: 'Proof (JSON): golf_DTC_OFF_9.bin' })).toBeVisible();
  });

  test('one that cannot be downloaded shows an error', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.use(fake(downloadProof, no(404)));
    const { visitor } = await openFile({ generations: [generation(4, ['P0520'])] });
    await visitor.click(screen.getByRole('button', { name: /^Proof \(JSON\)/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Download failed.');
  });
});
