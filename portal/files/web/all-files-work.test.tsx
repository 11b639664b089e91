import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import { notifyUsers } from '../../messaging/notifications.contract.ts';
import { deleteFile, listFiles, type FileSummary } from '../files.contract.ts';
import AllFilesScreen from './all-files.screen.tsx';

const file = (id: number, changes: Partial<FileSummary> = {}): FileSummary => ({
  id,
  file_id: String(100_000 + id),
  file_name: `file-${id}.bin`,
  username: id % 2 ? 'ana' : 'boris',
  user_id: id % 2 ? 7 : 8,
  solution: 'Stage 1',
  price: id,
  price_status: 'UNPAID',
  status: 'PENDING',
  feasible: null,
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  ...changes,
});
const FILES = [file(4), file(3, { status: 'PROCESSED', price_status: 'PAID', feasible: 'POSSIBLE' }), file(2), file(1)];

// Several dialogs one after another take their time in a page without a browser.
vi.setConfig({ testTimeout: 15_000 });

beforeEach(() => {
  recentMessages.clear();
  localStorage.clear();
});

async function open({ files = FILES, at = '/admin/all-files' } = {}) {
  const api = installFakeApi(
    fake(listFiles, files),
    fake(deleteFile, { message: 'File deleted successfully!' }),
    fake(notifyUsers, { message: 'Notification sent successfully!' }),
  );
  const shown = renderScreen(<AllFilesScreen />, { at, user: ADMINISTRATOR });
  await screen.findAllByRole('row', {}, { timeout: 4000 });
  const tick = (...ids: number[]) =>
    ids.reduce(
      (before, id) =>
        before.then(() => shown.visitor.click(screen.getByRole('checkbox', { name: new RegExp(`file-${id}\\.bin`) }))),
      Promise.resolve(),
    );
  return { ...shown, api, tick };
}

const told = () => recentMessages.list().map(({ text, kind }) => `${kind}: ${text}`);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('many files at once', () => {
  test('are deleted after one question, which says what is paid; those that could not be stay selected', async () => {
    const { visitor, tick, api } = await open();
    await tick(4, 3, 1);
    expect(screen.getByText('3 selected')).toBeVisible();
    await visitor.click(button('Delete selected'));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete 3 files?' }));
    expect(dialog.getByText(/1 of them are paid: deleting does not refund/)).toBeVisible();
    api.use(fake(deleteFile, ({ id }) => (id === 3 ? no(400, 'no') : { message: 'File deleted successfully!' })));
    api.use(fake(listFiles, [FILES[1] as FileSummary, FILES[2] as FileSummary]));
    await visitor.click(dialog.getByRole('button', { name: 'Delete all' }));
    await waitFor(() =>
      expect(told()).toEqual(
        expect.arrayContaining(['success: Files deleted: 2', 'error: Files that could not be deleted: 1']),
      ),
    );
    expect(
      api
        .callsOf(deleteFile)
        .map(({ input }) => String(input.id))
        .join(),
    ).toBe('4,3,1');
    expect(screen.getByText('1 selected')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('file-4.bin')).toBeNull());
  });

  test('their owners are notified, each of them once, and what was typed is read as it was typed', async () => {
    const { visitor, tick, api } = await open();
    await tick(4, 3, 2, 1);
    await visitor.click(button('Notify'));
    const dialog = within(screen.getByRole('dialog', { name: 'Notify 2 customers' }));
    await visitor.click(dialog.getByRole('button', { name: 'Send Notification' }));
    expect(dialog.getByText('Please write a message.')).toBeVisible();
    await visitor.type(dialog.getByLabelText(/Message/), 'Closed on <Monday>{Enter}& Tuesday');
    await visitor.click(dialog.getByRole('button', { name: 'Send Notification' }));
    await waitFor(() => expect(told()).toEqual(['success: Notification sent successfully!']));
    expect(api.callsOf(notifyUsers)[0]?.input).toEqual({
      user_ids: [8, 7],
      message: 'Closed on &lt;Monday&gt;<br>&amp; Tuesday',
    });
  });

  test('a notification that fails says so and keeps the text', async () => {
    const { visitor, tick, api } = await open();
    api.use(fake(notifyUsers, no(500)));
    await tick(4);
    await visitor.click(button('Notify'));
    await visitor.type(screen.getByLabelText(/Message/), 'Hello');
    await visitor.click(button('Send Notification'));
    expect(await screen.findByText('Failed to send notifications.')).toBeVisible();
    expect(screen.getByLabelText(/Message/)).toHaveValue('Hello');
  });

  test('all that match can be selected, and only those', async () => {
    const { visitor, tick } = await open();
    await visitor.type(screen.getByRole('searchbox'), 'ana');
    await waitFor(() => expect(screen.queryByText('file-4.bin')).toBeNull());
    await tick(3);
    await visitor.click(button('Select all 2'));
    expect(await screen.findByText('2 selected')).toBeVisible();
    await visitor.click(button('Clear the selection'));
    expect(screen.queryByText(/selected/)).toBeNull();
    expect(screen.getByRole('checkbox', { name: /file-3\.bin/ })).toHaveFocus();
  });

  test('what was ticked under another search stays ticked with all that match', async () => {
    const { visitor, tick } = await open();
    await tick(4, 2);
    await visitor.type(screen.getByRole('searchbox'), 'ana');
    await waitFor(() => expect(screen.queryByText('file-4.bin')).toBeNull());
    // As many as match are ticked, but others.
    await visitor.click(button('Select all 2'));
    expect(await screen.findByText('4 selected')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull();
  });

  test('a file that is deleted by its own button is no longer selected', async () => {
    const { visitor, tick } = await open();
    await tick(4, 1);
    await visitor.click(button('Delete file-4.bin (100004)'));
    await visitor.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 selected')).toBeVisible();
  });

  test('a file that somebody else has deleted already counts as deleted', async () => {
    const { visitor, tick, api } = await open();
    await tick(4, 1);
    api.use(fake(deleteFile, ({ id }) => (id === 4 ? no(404) : { message: 'File deleted successfully!' })));
    await visitor.click(button('Delete selected'));
    await visitor.click(button('Delete all'));
    await waitFor(() => expect(told()).toEqual(['success: Files deleted: 2']));
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  test('the question is a sound dialog (T-17)', async () => {
    const { visitor, tick } = await open();
    await tick(4);
    const of = 'portal/files/web/bulk-delete-files.tsx';
    const opener = () => button('Delete selected');
    await expectSoundDialog({ of, visitor, name: 'Delete 1 files?', role: 'alertdialog', opener });
  });

  test('the form is a sound dialog (T-17)', async () => {
    const { visitor, tick } = await open();
    await tick(4);
    const of = 'portal/files/web/bulk-notify.tsx';
    await expectSoundDialog({ of, visitor, name: 'Notify 1 customers', opener: () => button('Notify') });
  });
});

describe('what somebody has set up', () => {
  test('a filter is saved under a name, applied and removed; it holds search, filters and order', async () => {
    const { visitor, location } = await open({ at: '/admin/all-files?q=ana&status=PENDING&sort=-price' });
    await visitor.click(button('Saved filters'));
    await visitor.click(button('Save'));
    expect(screen.getByText('Please give the filter a name.')).toBeVisible();
    await visitor.click(screen.getByLabelText('Save what is shown now as'));
    await visitor.paste("Ana's queue");
    await visitor.keyboard('{Enter}{Escape}');
    await visitor.clear(screen.getByRole('searchbox'));
    await visitor.click(button('Saved filters'));
    await visitor.click(await screen.findByRole('button', { name: "Ana's queue" }));
    expect(location()).toBe('/admin/all-files?q=ana&status=PENDING&sort=-price');
    expect(screen.getByRole('searchbox')).toHaveValue('ana');
    await visitor.click(button('Saved filters'));
    await visitor.click(button("Remove the filter Ana's queue"));
    expect(screen.getByText('No filter is saved on this device yet.')).toBeVisible();
  });

  test('the filters are in a sound dialog (T-17)', async () => {
    const { visitor } = await open();
    const of = 'web/lists/saved-filters.tsx';
    await expectSoundDialog({ of, visitor, name: 'Saved filters', opener: () => button('Saved filters') });
  });

  test('columns that nobody needs are left out, also the next time', async () => {
    const shown = await open();
    const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers()).toContain('Username');
    await shown.visitor.click(button('Columns'));
    expect(screen.queryByRole('menuitem', { name: /File Name/ })).toBeNull();
    await shown.visitor.click(await screen.findByRole('menuitem', { name: 'Hide Username' }));
    expect(headers()).not.toContain('Username');
    shown.unmount();
    const again = await open();
    expect(headers()).not.toContain('Username');
    await again.visitor.click(button('Columns'));
    await again.visitor.click(await screen.findByRole('menuitem', { name: 'Show Username' }));
    expect(headers()).toContain('Username');
  });
});

test('the files as they are filtered and sorted are a table for a spreadsheet', async () => {
  const written: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => `blob:${written.push(blob)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { visitor } = await open({ at: '/admin/all-files?q=ana&sort=price' });
  await visitor.click(button('Download CSV'));
  await waitFor(() => expect(written).toHaveLength(1));
  const [header, ...lines] = (await (written[0] as Blob).text()).trim().split('\r\n');
  expect(header).toContain('Username,File ID,File Name');
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
    ['ana', '100001', 'file-1.bin'],
    ['ana', '100003', 'file-3.bin'],
  ]);
});

test('of thousands of files only those near the screen are in the page (T-12)', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => file(3000 - at));
  await open({ files: many });
  expect(await screen.findByText('file-3000.bin')).toBeVisible();
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '3001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});
