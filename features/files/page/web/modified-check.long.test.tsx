import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { FakeNo, fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { findingsOf } from '../../../../web/testing/findings-examples.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { detailOf } from '../../../../web/testing/ticket-examples.ts';
import { getMyUser } from '../../../accounts/accounts.calls.ts';
import type { HistoryEntry } from '../../file.ts';
import type { Findings } from '../../findings.ts';
import * as contract from '../../files.calls.ts';
import * as review from '../../review/review.calls.ts';
import { compareWithOriginal } from '../../review/review.calls.ts';
import { notConfirmed } from '../../review/review.rules.ts';
import AdminViewFileScreen from './admin-view-file.screen.tsx';
import ViewFileScreen from './view-file.screen.tsx';
import { buildHistoryEntry } from '../../files.factory.ts';

const WITH_MODIFIED = { status: 'PROCESSED', mod_file_name: 'golf_mod.bin', mod_file_size_bytes: 2_097_152 } as const;
const WRONG = findingsOf({
  modified_size_bytes: 500_000,
  checksums: [{ name: 'Block sum 0x40000', kind: 'sum', state: 'wrong', state_before: 'ok' }],
  also_off: ['P0402'],
});

const PARTLY_OFF: Partial<Findings> = {
  asked: 'P0405 P3FFF',
  codes: [
    { code: 'P0405', state: 'off' },
    { code: 'P3FFF', state: 'missing' },
  ],
};

const versionWith = (findings: Findings | null, confirmed_by?: string | null): HistoryEntry =>
  buildHistoryEntry({
    id: 2,
    file_name: 'golf_mod.bin',
    kind: 'MODIFIED',
    created_at: '2026-03-02T10:00:00.000Z',
    findings,
    ...(confirmed_by === undefined ? {} : { confirmed_by }),
  });

async function open(found: Parameters<typeof fake<typeof compareWithOriginal>>[1], history: HistoryEntry[] = []) {
  const detail = detailOf({ ticket_id: null });
  const api = installFakeApi(
    fake(contract.getFile, detail),
    fake(contract.listFileHistory, history),
    fake(compareWithOriginal, found),
    fake(review.uploadModified, detailOf({ ticket_id: null, ...WITH_MODIFIED })),
    fake(review.setFeasibility, detailOf({ ticket_id: null, ...WITH_MODIFIED, feasible: 'POSSIBLE' })),
  );
  const shown = renderScreen(<AdminViewFileScreen />, {
    at: '/admin/view-file/5',
    path: '/admin/view-file/:id',
    user: ADMINISTRATOR,
  });
  await screen.findByRole('region', { name: 'Order' });
  return { ...shown, api };
}

async function choose(visitor: Awaited<ReturnType<typeof open>>['visitor'], action = 'Upload modified file') {
  await visitor.click(screen.getByRole('button', { name: 'Actions' }));
  await visitor.click(await screen.findByRole('menuitem', { name: action }));
  const dialog = await screen.findByRole('dialog');
  const file = new File(['modified bytes'], 'golf_mod.bin');
  await visitor.upload(within(dialog).getByLabelText(/Modified file/), file);
  return within(dialog);
}

const verdicts = (list: HTMLElement[]) => list.map((line) => line.dataset.verdict);

describe('before a modified file is attached', () => {
  test('it is compared with the original, and a good file is attached with one click', async () => {
    const { visitor, api } = await open(findingsOf());
    const dialog = await choose(visitor);
    const result = await dialog.findByRole('region', { name: 'Comparison with the original' });
    expect(await within(result).findByText(/Both are Bosch EDC16U34 with software 1037380001/)).toBeVisible();
    expect(verdicts(within(result).getAllByRole('listitem'))).toEqual(['OK', 'OK', 'OK', 'OK']);
    expect(within(result).getByRole('img', { name: /Where the file is changed/ }).children).toHaveLength(2);
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await visitor.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(api.callsOf(review.uploadModified)[0]?.input).toMatchObject({ confirmed: [] }));
    expect(api.callsOf(compareWithOriginal)[0]?.file?.name).toBe('golf_mod.bin');
  });

  test('warnings have to be confirmed, and the confirmed ones are sent along', async () => {
    const { visitor, api } = await open(WRONG);
    const dialog = await choose(visitor);
    expect(await dialog.findByText(/24288 bytes shorter than the original/)).toBeVisible();
    expect(dialog.getByText(/1 of 1 checksums is wrong: Block sum 0x40000/)).toBeVisible();
    expect(dialog.getByText(/although not ordered by its code: P0402/)).toBeVisible();
    await visitor.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(await dialog.findByText('Please look at the warnings, and confirm them.')).toBeVisible();
    expect(api.callsOf(review.uploadModified)).toEqual([]);
    await visitor.click(dialog.getByRole('checkbox'));
    await visitor.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() =>
      expect(api.callsOf(review.uploadModified)[0]?.input).toMatchObject({ confirmed: ['size', 'checksums'] }),
    );
  });

  test('choosing another file requires a new confirmation', async () => {
    const { visitor } = await open(WRONG);
    const dialog = await choose(visitor);
    await visitor.click(await dialog.findByRole('checkbox'));
    await visitor.upload(dialog.getByLabelText(/Modified file/), new File(['other'], 'other.bin'));
    await waitFor(() => expect(dialog.getByRole('checkbox')).not.toBeChecked());
  });

  test('a click before the result waits for it, and Stop ends the wait without sending', async () => {
    let sendFindings: (findings: Findings) => void = () => undefined;
    const { visitor, api } = await open(() => new Promise<Findings>((resolve) => (sendFindings = resolve)));
    const dialog = await choose(visitor);
    await visitor.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(await dialog.findByRole('button', { name: 'Comparing...' })).toBeVisible();
    await visitor.click(dialog.getByRole('button', { name: 'Stop upload' }));
    expect(await dialog.findByRole('button', { name: 'Upload' })).toBeVisible();
    await act(async () => sendFindings(findingsOf()));
    expect(api.callsOf(review.uploadModified)).toEqual([]);
  });

  test('a failed comparison is shown, and the file is sent with nothing confirmed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { visitor, api } = await open(no(503));
    const dialog = await choose(visitor);
    expect(await dialog.findByText(/It could not be compared now/)).toBeVisible();
    await visitor.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(api.callsOf(review.uploadModified)[0]?.input).toMatchObject({ confirmed: [] }));
  });

  const { code, message } = notConfirmed();
  const refused = new FakeNo(400, { code, message, field: 'file' });

  test('an upload sent without its comparison is refused for its warnings, which are then shown', async () => {
    const { visitor, api } = await open(() => new Promise<Findings>(() => undefined));
    const dialog = await choose(visitor);
    await visitor.click(dialog.getByRole('button', { name: 'Upload' }));
    await visitor.click(await dialog.findByRole('button', { name: 'Stop upload' }));
    api.use(fake(compareWithOriginal, WRONG), fake(review.uploadModified, refused));
    await visitor.click(await dialog.findByRole('button', { name: 'Upload' }));
    expect(await dialog.findByText(/24288 bytes shorter than the original/)).toBeVisible();
    expect(dialog.getByText('Please look at the warnings, and confirm them.')).toBeVisible();
    expect(api.callsOf(review.uploadModified)[0]?.input).toMatchObject({ confirmed: [] });
    api.use(fake(review.uploadModified, detailOf({ ticket_id: null, ...WITH_MODIFIED })));
    await visitor.click(dialog.getByRole('checkbox'));
    await visitor.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() =>
      expect(api.callsOf(review.uploadModified)[1]?.input).toMatchObject({ confirmed: ['size', 'checksums'] }),
    );
  });

  test('the form for feasibility and price shows the warnings of a refusal as well', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { visitor, api } = await open(no(503));
    const dialog = await choose(visitor, 'Set feasibility and price');
    await visitor.click(dialog.getByRole('radio', { name: /^POSSIBLE/ }));
    expect(await dialog.findByText(/It could not be compared now/)).toBeVisible();
    api.use(fake(compareWithOriginal, WRONG), fake(review.setFeasibility, refused));
    await visitor.click(dialog.getByRole('button', { name: 'Deliver' }));
    expect(await dialog.findByText(/24288 bytes shorter than the original/)).toBeVisible();
    expect(dialog.getByRole('checkbox')).not.toBeChecked();
    expect(api.callsOf(review.setFeasibility)[0]?.input).toMatchObject({ confirmed: [] });
  });

  test('the dialog of "Deliver" has one column until there is a file to compare, and shows the comparison beside the form then', async () => {
    const { visitor } = await open(findingsOf());
    await visitor.click(screen.getByRole('button', { name: 'Actions' }));
    await visitor.click(await screen.findByRole('menuitem', { name: 'Set feasibility and price' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).not.toHaveClass('max-w-4xl');
    await visitor.upload(within(dialog).getByLabelText(/Modified file/), new File(['bytes'], 'golf_mod.bin'));
    await waitFor(() => expect(dialog).toHaveClass('max-w-4xl'));
  });

  test('the form for feasibility and price asks for the same confirmation', async () => {
    const { visitor, api } = await open(findingsOf({ bytes_changed: 0, places: 0 }));
    const dialog = await choose(visitor, 'Set feasibility and price');
    await visitor.click(dialog.getByRole('radio', { name: /^POSSIBLE/ }));
    expect(await dialog.findByText(/Nothing is changed: this is the original/)).toBeVisible();
    await visitor.click(dialog.getByRole('button', { name: 'Deliver' }));
    expect(await dialog.findByText('Please look at the warnings, and confirm them.')).toBeVisible();
    await visitor.click(dialog.getByRole('checkbox'));
    await visitor.click(dialog.getByRole('button', { name: 'Deliver' }));
    await waitFor(() => expect(api.callsOf(review.setFeasibility)[0]?.input).toMatchObject({ confirmed: ['bytes'] }));
  });
});

describe('after it is attached', () => {
  const history = [versionWith(WRONG, 'martina'), { ...versionWith(null), id: 1, kind: 'ORIGINAL' as const }];
  const opener = () => screen.getByRole('button', { name: /Comparison of golf_mod\.bin with the original$/ });

  test('the history shows how many warnings there were, and who confirmed them', async () => {
    const { visitor } = await open(findingsOf(), history);
    await visitor.click(screen.getByRole('heading', { name: 'File history' }));
    await waitFor(() => expect(opener()).toHaveTextContent('Warnings: 2'));
    await visitor.click(opener());
    const dialog = within(await screen.findByRole('dialog', { name: 'Comparison with the original' }));
    expect(dialog.getByText('martina has seen the warnings and attached the file.')).toBeVisible();
    expect(verdicts(dialog.getAllByRole('listitem'))).toEqual(['WARNING', 'OK', 'OK', 'WARNING']);
  });

  test('the findings open in an accessible dialog', async () => {
    const { visitor } = await open(findingsOf(), history);
    await visitor.click(screen.getByRole('heading', { name: 'File history' }));
    await screen.findByText('Warnings: 2');
    const of = 'features/files/review/web/version-findings.tsx';
    await expectSoundDialog({ of, visitor, name: 'Comparison with the original', opener });
  });

  test('the customer sees the same findings in plain words, without the name of staff', async () => {
    installFakeApi(
      fake(contract.getFile, detailOf({ ticket_id: null, ...WITH_MODIFIED })),
      fake(contract.listFileHistory, [versionWith({ ...WRONG, ...PARTLY_OFF })]),
      fake(getMyUser, {
        ...CUSTOMER,
        full_name: 'Ana',
        status: 'ACTIVE',
        verified: true,
        credit_balance: 0,
        ai_credit_balance: 0,
        notifications: [],
        admin_online: false,
        language: null,
        country_change: null,
      }),
    );
    renderScreen(<ViewFileScreen />, { at: '/view-file/5', path: '/view-file/:id', user: CUSTOMER });
    const card = within(await screen.findByRole('region', { name: 'Compared with your original' }));
    expect(card.getByText(/^Warnings: /).closest('details')).toHaveAttribute('open');
    expect(card.getByText(/Not the same size as your original/)).toBeVisible();
    expect(card.getByText(/Not all of its checksums are right/)).toBeVisible();
    expect(card.getByText(/these are off: P0405\. Not found in the file, so not checked: P3FFF\./)).toBeVisible();
    expect(card.queryByText(/Block sum|P0402/)).toBeNull();
  });
});
