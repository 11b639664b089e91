import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, refused } from '../../../web/testing/fake-api.ts';
import { fakeFiles } from '../../../web/testing/fake-list.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { detailOf } from '../../../web/testing/ticket-examples.ts';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import { chooseTakeNext, getTakeState } from '../../staff/work/web/take-next.ts';
import { endPresence, getWork, notePresence } from '../../staff/work/work.calls.ts';
import { assignFile, assignSelectedFiles } from '../assignment.calls.ts';
import { undoStartWork } from '../files.calls.ts';
import type { File } from '../file.ts';
import { buildFileSummary } from '../files.factory.ts';
import { taken } from '../files.rules.ts';
import AllFilesScreen from './all-files.screen.tsx';
import { FileWork } from './file-work.tsx';

// Preloads the code that a press loads on demand: on a busy machine it would not be there at once.
beforeAll(async () => {
  await import('./bulk-assign.tsx');
});

const ME = { id: ADMINISTRATOR.id, username: ADMINISTRATOR.username };
const BEN = { id: 72, username: 'ben' };
const NO_TARGETS = { PENDING: null, IN_PROGRESS: null, PROCESSED: null, TICKET: null };
const work = (open: { file_id: number; user_id: number }[] = []) => ({
  staff: [BEN, ME],
  open,
  overdue_since: { ...NO_TARGETS, PENDING: '2026-03-02T09:00:00.000Z' },
});

function show(
  changes: Partial<File>,
  { user = ADMINISTRATOR, open = [] as { file_id: number; user_id: number }[], state = null as object | null } = {},
) {
  const { file } = detailOf(changes);
  const api = installFakeApi(
    fake(getWork, work(open)),
    fake(notePresence, { message: 'Noted.' }),
    fake(endPresence, { message: 'Noted.' }),
    fake(assignFile, ({ assignee_id }) => detailOf({ ...changes, assignee_id })),
  );
  const acknowledge = vi.fn<() => () => void>(() => () => undefined);
  const shown = renderScreen(<FileWork file={file} acknowledge={acknowledge} />, { user, state });
  return { ...shown, api, file, acknowledge };
}

test('an unassigned file is taken with one click, if still unassigned', async () => {
  const { visitor, api, file, acknowledge } = show({ assignee_id: null });
  expect(screen.getByText('Unassigned')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Assign to me' }));
  await waitFor(() =>
    expect(api.callsOf(assignFile)).toMatchObject([{ input: { id: String(file.id), assignee_id: ME.id, seen: null } }]),
  );
  expect(acknowledge).toHaveBeenCalledOnce();
});

test('a free file that is opened from the queue is taken where that is chosen, and only once', async () => {
  chooseTakeNext(true);
  const { visitor, api } = show({ assignee_id: null }, { state: getTakeState() });
  await waitFor(() => expect(api.callsOf(assignFile)).toHaveLength(1));
  await visitor.click(screen.getByRole('button', { name: 'Assign to me' }));
  await waitFor(() => expect(api.callsOf(assignFile)).toHaveLength(2));
  chooseTakeNext(false);
  expect(getTakeState()).toBeNull();
});

test('a colleague’s file that is opened from the queue stays theirs', async () => {
  const { api } = show({ assignee_id: BEN.id }, { state: { take: true } });
  await screen.findByRole('link', { name: 'ben' });
  expect(api.callsOf(assignFile)).toEqual([]);
});

test('a colleague who was faster is named, and keeps the file', async () => {
  const { visitor, api } = show({ assignee_id: null });
  api.use(fake(assignFile, refused(taken({ username: 'ben', assignee_id: BEN.id }))));
  await visitor.click(screen.getByRole('button', { name: 'Assign to me' }));
  await waitFor(() =>
    expect(recentMessages.list().map(({ text }) => text)).toEqual([
      'This file was taken by ben in the meantime. Nothing was changed.',
    ]),
  );
});

test('an assignment that starts the work shows it in a toast, which undoes the start', async () => {
  const { visitor, api } = show({ status: 'PENDING', assignee_id: null });
  api.use(fake(assignFile, () => detailOf({ status: 'IN_PROGRESS', assignee_id: ME.id })));
  api.use(fake(undoStartWork, detailOf({ status: 'PENDING', assignee_id: ME.id })));
  await visitor.click(screen.getByRole('button', { name: 'Assign to me' }));
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.callsOf(undoStartWork)).toHaveLength(1));
  expect(recentMessages.list().map(({ text }) => text)).toContain(
    'Work on this file has started; the customer is notified.',
  );
});

test('an assignment that changes no status shows no toast', async () => {
  const { visitor, api } = show({ status: 'PENDING', assignee_id: ME.id });
  await visitor.click(screen.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(api.callsOf(assignFile)).toHaveLength(1));
  expect(recentMessages.list()).toEqual([]);
});

test('one’s own file can be released, or assigned to a colleague', async () => {
  const { visitor, api } = show({ assignee_id: ME.id });
  expect(await screen.findByRole('link', { name: ME.username })).toHaveAttribute('href', `/admin/edit-user/${ME.id}`);
  await visitor.click(screen.getByRole('button', { name: 'Release' }));
  await visitor.click(screen.getByRole('button', { name: 'Assign to …' }));
  await visitor.click(await screen.findByRole('menuitem', { name: 'ben' }));
  await waitFor(() =>
    expect(api.callsOf(assignFile).map(({ input }) => input)).toMatchObject([
      { assignee_id: null, seen: ME.id },
      { assignee_id: BEN.id, seen: ME.id },
    ]),
  );
});

test('colleagues who have the file open are shown, but not the reader', async () => {
  const { file } = detailOf();
  const open = [BEN, ME].map(({ id }) => ({ file_id: file.id, user_id: id }));
  show({}, { open: [...open, { file_id: file.id + 1, user_id: BEN.id }] });
  expect((await screen.findByText('Open with')).closest('[role=status]')).toHaveTextContent(/^Open withben$/);
});

test('the page reports the file as open until it is left', async () => {
  const { api, unmount, file } = show({});
  await waitFor(() => expect(api.callsOf(notePresence)).not.toHaveLength(0));
  const before = api.callsOf(endPresence).length;
  unmount();
  await waitFor(() => expect(api.callsOf(endPresence).length).toBeGreaterThan(before));
  expect(api.callsOf(endPresence).at(-1)?.input).toEqual({ id: String(file.id) });
});

test('customers see none of this and report nothing', async () => {
  const { api, container } = show({}, { user: CUSTOMER });
  await Promise.resolve();
  expect(container.textContent).toBe('');
  expect(api.calls).toEqual([]);
});

const LATE = buildFileSummary({
  id: 12,
  waits_since: '2026-03-02T08:00:00.000Z',
  status: 'PENDING',
  assignee_id: BEN.id,
});
const YOUNG = buildFileSummary({
  id: 13,
  file_id: '100013',
  waits_since: '2026-03-02T10:00:00.000Z',
  status: 'PENDING',
});

function openList() {
  const api = installFakeApi(
    ...fakeFiles([LATE, YOUNG]),
    fake(getWork, work([{ file_id: YOUNG.id, user_id: BEN.id }])),
    fake(assignSelectedFiles, { message: 'Files assigned.', assigned: 1, left_out: 1 }),
  );
  return { ...renderScreen(<AllFilesScreen />, { at: '/admin/all-files', user: ADMINISTRATOR }), api };
}

const findRow = async ({ file_id }: { file_id: string }) =>
  within(await screen.findByRole('row', { name: new RegExp(file_id) }));

test('a wide list shows the assignee, marks overdue files in words, and those that a colleague has open', async () => {
  setScreenWidth(1600);
  openList();
  const [late, young] = [await findRow(LATE), await findRow(YOUNG)];
  expect(await late.findByRole('link', { name: 'ben' })).toHaveAttribute('href', `/admin/edit-user/${BEN.id}`);
  expect(late.getByText('over the target time')).toBeInTheDocument();
  expect(late.getByText(/^\d+ \S+$/)).toBeVisible();
  expect(young.getByRole('img', { name: 'Open with ben' })).toBeVisible();
  expect(young.queryByText('over the target time')).toBeNull();
});

test('selected files are assigned to a colleague, and the skipped ones are counted', async () => {
  const { visitor, api } = openList();
  for (const box of (await screen.findAllByRole('checkbox')).slice(-2)) await visitor.click(box);
  const of = 'features/files/web/bulk-assign.tsx';
  const opener = () => screen.getByRole('button', { name: 'Assign' });
  await expectSoundDialog({ of, visitor, name: 'Assign 2 selected', opener });
  await visitor.click(opener());
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign 2 selected' }));
  await visitor.selectOptions(dialog.getByLabelText('Assigned to'), 'ben');
  await visitor.click(dialog.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(assignSelectedFiles)).toMatchObject([
    { input: { ids: [12, 13], count: 2, assignee_id: BEN.id, with_others: false } },
  ]);
  expect(recentMessages.list().map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Assigned: 1', '1 skipped: taken by a colleague or changed']),
  );
});
