import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, fakeFile, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { expectDraft } from '../../../../web/testing/leaving-check.ts';
import { standInForWorkers } from '../../../../web/testing/worker-stand-in.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { getFile, listFileHistory } from '../../files.calls.ts';
import type { File as FileOfPortal } from '../../file.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { addFurtherFile } from '../../further/further-files.calls.ts';
import { declineRevision, downloadVersion, listRevisions, requestRevision, type Revision } from '../revisions.calls.ts';
import { buildFileDetail, buildHistoryEntry } from '../../files.factory.ts';
import Revisions from './revisions.tsx';

// Preloads what the first press would load: on a busy machine it would not be there in time.
beforeAll(() => import('../../../../web/frame/text-dialog.tsx'));

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const DELIVERED: Partial<FileOfPortal> = {
  status: 'PROCESSED',
  price_status: 'PAID',
  feasible: 'POSSIBLE',
  delivered_at: daysAgo(1),
};
const WAITING: Partial<FileOfPortal> = { ...DELIVERED, revision_since: daysAgo(0) };
const REVISION: Revision = {
  id: 3,
  reason: 'Idle is rough since.',
  requested_at: daysAgo(0),
  outcome: null,
  ended_at: null,
  note: null,
};
const version = (id: number, file_name: string, delivered_at: string | null) =>
  buildHistoryEntry({ id, kind: 'MODIFIED', file_name, delivered_at });

interface Shown {
  fields?: Partial<FileOfPortal>;
  revisions?: Revision[];
  history?: ReturnType<typeof version>[];
  days?: number;
  as?: Parameters<typeof renderScreen>[1];
}

function show({ fields = DELIVERED, revisions = [], history = [], days = 14, as }: Shown = {}) {
  const detail = buildFileDetail(fields);
  const api = installFakeApi(
    fake(listRevisions, revisions),
    fake(listFileHistory, history),
    fake(getApplicationConfiguration, applicationConfiguration({ revision_days: days })),
    fake(requestRevision, detail),
    fake(declineRevision, detail),
  );
  const acknowledge = () => () => undefined;
  const shown = renderScreen(<Revisions file={detail.file} acknowledge={acknowledge} />, { path: '/', ...as });
  return { api, detail, ...shown };
}

const askButton = () => screen.findByRole('button', { name: 'Ask for a change' });

beforeEach(standInForWorkers);

describe('the owner', () => {
  test('asks for a change with a reason', async () => {
    const { api, visitor, detail } = show();
    await visitor.click(await askButton());
    const dialog = within(await screen.findByRole('dialog'));
    await visitor.type(dialog.getByLabelText(/What should be changed/), 'Idle is rough since.');
    await visitor.click(dialog.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(requestRevision).map(({ input }) => input)).toEqual([
      { id: String(detail.file.id), reason: 'Idle is rough since.' },
    ]);
  });

  test('sees at the field what is missing, and the reason is a draft until it is sent', async () => {
    const shown = show();
    shown.api.use(fake(requestRevision, no(400, 'Please describe what should be changed.', 'reason')));
    await shown.visitor.click(await askButton());
    await shown.visitor.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByLabelText(/What should be changed/)).toHaveAccessibleDescription(
      /Please describe what should be changed/,
    );
    await shown.visitor.keyboard('{Escape}');
    const field = () => screen.getByLabelText(/What should be changed/);
    const open = async () => shown.visitor.click(await askButton());
    await expectDraft(shown, {
      of: 'web/frame/text-dialog.tsx',
      change: async () => {
        await open();
        await shown.visitor.type(field(), 'Idle');
      },
      reopen: open,
      isThere: () => expect(field()).toHaveValue('Idle'),
    });
  });

  test('sends a log with the reason, and sees which file did not arrive', async () => {
    const { api, visitor } = show();
    api.use(fake(getFile, buildFileDetail(WAITING)), fake(addFurtherFile, no(500)));
    await visitor.click(await askButton());
    const dialog = within(await screen.findByRole('dialog'));
    await visitor.type(dialog.getByLabelText(/What should be changed/), 'It smokes.');
    await visitor.click(dialog.getByRole('button', { name: 'Add further files' }));
    await visitor.upload(dialog.getByLabelText(/Further files/), [new File(['rpm'], 'pull.log')]);
    await visitor.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/These files did not arrive: pull.log/)).toBeInTheDocument();
    expect(api.callsOf(requestRevision)).toHaveLength(1);
    expect(api.callsOf(addFurtherFile)[0]?.input).toMatchObject({ kind: 'LOG' });
  });

  test('compares an earlier version with the newest byte by byte', async () => {
    const bytes = (last: number) => new Uint8Array([1, 2, 3, last]);
    const history = [version(2, 'new.bin', daysAgo(0)), version(1, 'old.bin', daysAgo(2))];
    const { api, visitor } = show({ history });
    api.use(fake(downloadVersion, ({ versionId }) => fakeFile('x.bin', bytes(versionId))));
    await visitor.click(await screen.findByRole('button', { name: 'Compare old.bin with the newest version' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What differs between two versions' }));
    expect(await dialog.findByText('Bytes changed: 1, in 1 region')).toBeInTheDocument();
    expect(dialog.getByRole('table', { name: 'Changed regions' })).toHaveTextContent('0102');
    expect(dialog.queryByText(/neither to a chosen code/)).toBeNull();
  });

  test('cannot compare with a version that is not downloaded yet', async () => {
    show({ history: [version(2, 'new.bin', null), version(1, 'old.bin', daysAgo(2))] });
    expect(await screen.findByRole('button', { name: 'Download old.bin' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Compare/ })).toBeNull();
  });

  test.each([
    ['after the period', { fields: { ...DELIVERED, delivered_at: daysAgo(20) } }],
    ['where the shop grants none', { days: 0 }],
    ['before the download', { fields: { ...DELIVERED, delivered_at: null } }],
    ['while one is waiting', { fields: WAITING, revisions: [REVISION] }],
  ])('is not offered a change %s', async (_name, shown) => {
    show({ history: [version(2, 'new.bin', null), version(1, 'old.bin', daysAgo(2))], ...shown });
    expect(await screen.findByRole('button', { name: 'Download old.bin' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ask for a change' })).toBeNull();
  });

  test('sees the pending request, and the earlier versions they received', async () => {
    const history = [
      version(3, 'third.bin', null),
      version(2, 'second.bin', null),
      version(1, 'first.bin', daysAgo(2)),
    ];
    show({ fields: WAITING, revisions: [REVISION], history });
    expect(await screen.findByText(/You have asked for a change/)).toBeInTheDocument();
    expect(await screen.findByText('Idle is rough since.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Download first.bin' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download second.bin' })).toBeNull();
  });
});

describe('an administrator', () => {
  const toStaffCall = { user: ADMINISTRATOR };

  test('declines a change with a note', async () => {
    const { api, visitor, detail } = show({ fields: WAITING, revisions: [REVISION], as: toStaffCall });
    await visitor.click(await screen.findByRole('button', { name: 'Decline the change' }));
    const dialog = within(await screen.findByRole('dialog'));
    await visitor.type(dialog.getByLabelText(/Note for the customer/), 'Not part of the order.');
    await visitor.click(dialog.getByRole('button', { name: 'Decline the change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(declineRevision).map(({ input }) => input)).toEqual([
      { id: String(detail.file.id), note: 'Not part of the order.' },
    ]);
  });

  test('sees how earlier requests ended, and every version', async () => {
    const ended = { ...REVISION, outcome: 'DECLINED', ended_at: daysAgo(0), note: 'Not part of the order.' } as const;
    const history = [version(3, 'third.bin', null), version(2, 'second.bin', null)];
    show({ revisions: [ended], history, as: toStaffCall });
    expect(await screen.findByText('Declined')).toBeInTheDocument();
    expect(screen.getByText('Not part of the order.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Download second.bin' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Decline the change' })).toBeNull();
  });

  test('sees that the reason failed to load', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { api, visitor } = show({ fields: WAITING, as: toStaffCall });
    api.use(fake(listRevisions, no(500)));
    expect(await screen.findByText('Could not load.')).toBeInTheDocument();
    api.use(fake(listRevisions, [REVISION]));
    await visitor.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Idle is rough since.')).toBeInTheDocument();
    logged.mockRestore();
  });
});

test('the dialogs are accessible', async () => {
  const { visitor, unmount } = show();
  await askButton();
  await expectSoundDialog({
    of: 'features/files/revisions/web/ask-for-change.tsx',
    visitor,
    name: 'Ask for a change',
    opener: () => screen.getByRole('button', { name: 'Ask for a change' }),
  });
  unmount();
  const staff = show({ fields: WAITING, revisions: [REVISION], as: { user: ADMINISTRATOR } });
  await screen.findByRole('button', { name: 'Decline the change' });
  await expectSoundDialog({
    of: 'features/files/revisions/web/revisions.tsx',
    visitor: staff.visitor,
    name: 'Decline the change',
    opener: () => screen.getByRole('button', { name: 'Decline the change' }),
  });
  staff.unmount();
  const history = [version(2, 'new.bin', daysAgo(0)), version(1, 'old.bin', daysAgo(2))];
  const owner = show({ history });
  owner.api.use(fake(downloadVersion, fakeFile('x.bin', new Uint8Array([1]))));
  const compare = () => screen.getByRole('button', { name: 'Compare old.bin with the newest version' });
  await waitFor(() => expect(compare()).toBeInTheDocument());
  await expectSoundDialog({
    of: 'features/files/revisions/web/compare-versions.tsx',
    visitor: owner.visitor,
    name: 'What differs between two versions',
    opener: compare,
  });
});
