import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { listCountryChanges } from '../../../accounts/account-changes.calls.ts';
import { deleteUser, listUsers } from '../../../accounts/accounts.calls.ts';
import { getLeftovers } from '../../../accounts/user-creation.calls.ts';
import AllUsers from '../../../accounts/web/all-users.screen.tsx';
import * as catalogue from '../../../catalogue/catalogue.calls.ts';
import { buildListedSolution } from '../../../catalogue/solutions.factory.ts';
import AdminSolutions from '../../../catalogue/web/admin-solutions.screen.tsx';
import { buildFileSummary } from '../../../files/files.factory.ts';
import { deleteFile, deleteSelectedFiles, describeSelectedFiles } from '../../../files/files.calls.ts';
import AllFilesScreen from '../../../files/web/all-files.screen.tsx';
import * as replies from '../../../tickets/queue.calls.ts';
import { SavedRepliesDialog } from '../../../tickets/web/saved-replies-dialog.tsx';
import { type FakeApi, fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { fakeFiles, readPage } from '../../../../web/testing/fake-list.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { shownMessages } from '../../../../web/testing/shown-messages.ts';
import { exampleUser } from '../../../../web/testing/user-examples.ts';
import { toast } from '../../../../web/ui/toast.tsx';
import { restoreFromBin } from '../restore.calls.ts';
import { listTags } from '../../notes/notes.calls.ts';

const DONE = { message: 'Done.' };
const FILES = [4, 5].map((id) => buildFileSummary({ id, file_id: `10000${id}`, file_name: `file-${id}.bin` }));

// Preloads what a press loads: on a busy machine it would not be there in time.
beforeAll(async () => {
  await import('./restore.ts');
  await import('../../../files/web/bulk-delete-files.tsx');
});

function open(place: ReactElement) {
  toast.clear();
  const api = installFakeApi(
    ...fakeFiles(FILES),
    fake(deleteFile, DONE),
    fake(describeSelectedFiles, { count: 2, owners: 1, owed: 0, named: [] }),
    fake(deleteSelectedFiles, { ...DONE, deleted: 2, left_out: 0, ids: [4, 5] }),
    fake(listUsers, (asked) =>
      readPage([exampleUser()], asked, { texts: () => [], begins: () => [], filters: [], sortValues: {} }),
    ),
    fake(listCountryChanges, { changes: [], total: 0 }),
    fake(getLeftovers, { open_files: 0, open_tickets: 0, credit_balance: 0, ai_credit_balance: 0, seen: '0' }),
    fake(listTags, []),
    fake(deleteUser, DONE),
    fake(catalogue.listSolutions, [buildListedSolution({ id: 7 })]),
    fake(catalogue.deleteSolution, DONE),
    fake(replies.listSavedReplies, [{ id: 1, title: 'Received', message: 'Thank you.' }]),
    fake(replies.deleteSavedReply, DONE),
    fake(restoreFromBin, DONE),
  );
  return {
    api,
    ...renderScreen(place, { user: ADMINISTRATOR }),
  };
}

const restored = (api: FakeApi) => api.callsOf(restoreFromBin).map(({ input }) => input);

test.each([
  ['a file', <AllFilesScreen key="" />, 'Delete file-4.bin (100004)', 'FILE', '4', '100004 was restored.'],
  ['a user', <AllUsers key="" />, 'Delete ana', 'USER', '7', 'ana was restored.'],
  ['a solution', <AdminSolutions key="" />, /^Delete Stage 1/, 'SOLUTION', '7', 'Stage 1 was restored.'],
])('the message that %s was deleted takes it back with "Undo"', async (_, place, name, kind, id, done) => {
  const { visitor, api } = open(place);
  await visitor.click(await screen.findByRole('button', { name }));
  await visitor.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shownMessages()).toContain(`success: ${done}`));
  expect(restored(api)).toEqual([{ kind, id }]);
});

test('the message that a saved reply was deleted takes it back with "Undo"', async () => {
  const { visitor, api } = open(
    <SavedRepliesDialog open text="" onInsert={() => undefined} onClose={() => undefined} />,
  );
  await visitor.click(await screen.findByRole('button', { name: 'Delete the reply Received' }));
  // Its style lets it be pressed beside a dialog.
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(restored(api)).toEqual([{ kind: 'SAVED_REPLY', id: '1' }]));
});

test('files that were chosen and deleted together are restored together', async () => {
  const { visitor, api } = open(<AllFilesScreen />);
  for (const { file_name, file_id } of FILES) {
    await visitor.click(await screen.findByRole('checkbox', { name: `Select ${file_name} (${file_id})` }));
  }
  await visitor.click(screen.getByRole('button', { name: 'Delete selected' }));
  await visitor.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete all' }));
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shownMessages()).toContain('success: 2 files were restored.'));
  expect(restored(api)).toEqual([
    { kind: 'FILE', id: '4' },
    { kind: 'FILE', id: '5' },
  ]);
});

test('of files that were chosen together, only those are restored that this deletion has deleted', async () => {
  const { visitor, api } = open(<AllFilesScreen />);
  api.use(fake(deleteSelectedFiles, { ...DONE, deleted: 1, left_out: 1, ids: [5] }));
  for (const { file_name, file_id } of FILES) {
    await visitor.click(await screen.findByRole('checkbox', { name: `Select ${file_name} (${file_id})` }));
  }
  await visitor.click(screen.getByRole('button', { name: 'Delete selected' }));
  await visitor.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete all' }));
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shownMessages()).toContain('success: 1 file was restored.'));
  expect(restored(api)).toEqual([{ kind: 'FILE', id: '5' }]);
});

test('a deletion that can no longer be taken back says so', async () => {
  const { visitor, api } = open(<AdminSolutions />);
  api.use(fake(restoreFromBin, no(404)));
  await visitor.click(await screen.findByRole('button', { name: /^Delete Stage 1/ }));
  await visitor.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shownMessages().some((message) => message.startsWith('error: '))).toBe(true));
});
