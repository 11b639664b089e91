import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, fakeFile, installFakeApi, no, refused } from '../../../web/testing/fake-api.ts';
import { AS_OF, fakeFiles } from '../../../web/testing/fake-list.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { deleteFile, deleteSelectedFiles, downloadFilesCsv, notifyFileOwners } from '../files.calls.ts';
import type { FileSummary } from '../file.ts';
import { moreSelected } from '../files.rules.ts';
import AllFilesScreen from './all-files.screen.tsx';
import { expectDraft, expectGuarded } from '../../../web/testing/leaving-check.ts';
import { shownMessages } from '../../../web/testing/shown-messages.ts';
import { buildFileSummary } from '../files.factory.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const file = (id: number, changes: Partial<FileSummary> = {}): FileSummary =>
  buildFileSummary({
    id,
    file_id: String(100_000 + id),
    file_name: `file-${id}.bin`,
    username: id % 2 ? 'ana' : 'boris',
    user_id: id % 2 ? 7 : 8,
    price: id,
    status: 'PENDING',
    ...changes,
  });
const FILES = [file(4), file(3, { status: 'PROCESSED', price_status: 'PAID', feasible: 'POSSIBLE' }), file(2), file(1)];

beforeEach(() => {
  localStorage.clear();
});

async function open({ files = FILES, at = '/admin/all-files' } = {}) {
  const api = installFakeApi(
    ...fakeFiles(files),
    fake(notifyFileOwners, { message: 'Notification sent successfully!' }),
  );
  const shown = renderScreen(<AllFilesScreen />, { at, user: ADMINISTRATOR });
  await screen.findAllByRole('row');
  const tick = (...ids: number[]) =>
    ids.reduce(
      (before, id) =>
        before.then(() => shown.visitor.click(screen.getByRole('checkbox', { name: new RegExp(`file-${id}\\.bin`) }))),
      Promise.resolve(),
    );
  return { ...shown, api, tick };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('many files at once', () => {
  test('are deleted after one confirmation, which shows how many are paid; skipped files are reported', async () => {
    const { visitor, tick, api } = await open();
    await tick(4, 3, 1);
    expect(screen.getByText('3 selected')).toBeVisible();
    await visitor.click(button('Delete selected'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 3 files?' }));
    expect(dialog.getByText(/1 of them is paid: deleting does not refund/)).toBeVisible();
    expect(dialog.getByText(/For 30 days you can restore them from the bin\./)).toBeVisible();
    api.use(
      fake(deleteSelectedFiles, { message: 'Files deleted successfully!', deleted: 2, left_out: 1, ids: [3, 1] }),
    );
    api.use(...fakeFiles([FILES[1] as FileSummary, FILES[2] as FileSummary]));
    await visitor.click(dialog.getByRole('button', { name: 'Delete all' }));
    await waitFor(() =>
      expect(shownMessages()).toEqual(
        expect.arrayContaining(['success: Files deleted: 2', 'info: Skipped because they changed in the meantime: 1']),
      ),
    );
    expect(api.callsOf(deleteSelectedFiles).map(({ input }) => input)).toEqual([{ ids: [4, 3, 1], count: 3 }]);
    await waitFor(() => expect(screen.queryByText('file-4.bin')).toBeNull());
    expect(screen.queryByText(/ selected$/)).toBeNull();
  });

  test('of which there are more than were confirmed are not deleted, and the question has their number', async () => {
    const { visitor, tick, api } = await open();
    await tick(4);
    await visitor.click(button('Select all 4'));
    await visitor.click(button('Delete selected'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 4 files?' }));
    api.use(fake(deleteSelectedFiles, refused(moreSelected())), ...fakeFiles([file(5), ...FILES]));
    await visitor.click(dialog.getByRole('button', { name: 'Delete all' }));
    expect(await screen.findByRole('alertdialog', { name: 'Delete 5 files?' })).toBeVisible();
    expect(await dialog.findByText(/More is selected now than you confirmed/)).toBeVisible();
    expect(screen.getByText('5 selected')).toBeInTheDocument();
  });

  test('have each of their owners notified once, with the text escaped so that it reads as typed', async () => {
    const { visitor, tick, api } = await open();
    await tick(4, 3, 2, 1);
    await visitor.click(button('Notify'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notify 2 customers' }));
    await visitor.click(dialog.getByRole('button', { name: 'Send Notification' }));
    expect(dialog.getByText('Please write a message.')).toBeVisible();
    await visitor.type(dialog.getByLabelText(/Message/), 'Closed on <Monday>{Enter}& Tuesday');
    await visitor.click(dialog.getByRole('button', { name: 'Send Notification' }));
    await waitFor(() => expect(shownMessages()).toEqual(['success: Notification sent successfully!']));
    expect(api.callsOf(notifyFileOwners)[0]?.input).toEqual({
      ids: [4, 3, 2, 1],
      count: 2,
      message: 'Closed on &lt;Monday&gt;<br>&amp; Tuesday',
    });
  });

  test('a notification that fails shows an error and keeps the text', async () => {
    const { visitor, tick, api } = await open();
    api.use(fake(notifyFileOwners, no(500)));
    await tick(4);
    await visitor.click(button('Notify'));
    await visitor.type(await screen.findByLabelText(/Message/), 'Hello');
    await visitor.click(button('Send Notification'));
    expect(await screen.findByText('Failed to send notifications.')).toBeVisible();
    expect(screen.getByLabelText(/Message/)).toHaveValue('Hello');
  });

  test('can be selected as all that match, and only those', async () => {
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

  test('all selected are sent as the filter and not as the loaded rows, minus those that are unticked', async () => {
    const many = Array.from({ length: 250 }, (_, at) => file(250 - at));
    const { visitor, api } = await open({ files: many, at: '/admin/all-files?q=ana&status=PENDING' });
    await visitor.click(await screen.findByRole('checkbox', { name: /file-249\.bin/ }));
    await visitor.click(button('Select all 125'));
    expect(await screen.findByText('125 selected')).toBeVisible();
    await visitor.click(screen.getByRole('checkbox', { name: /file-247\.bin/ }));
    expect(await screen.findByText('124 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /file-247\.bin/ })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: /file-245\.bin/ })).toBeChecked();
    await visitor.click(button('Delete selected'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 124 files?' }));
    api.use(
      fake(deleteSelectedFiles, { message: 'Files deleted successfully!', deleted: 124, left_out: 0, ids: [249] }),
    );
    await visitor.click(dialog.getByRole('button', { name: 'Delete all' }));
    await waitFor(() => expect(shownMessages()).toEqual(['success: Files deleted: 124']));
    expect(api.callsOf(deleteSelectedFiles)[0]?.input).toEqual({
      ids: [249],
      all: { q: 'ana', status: 'PENDING', as_of: AS_OF, except: [247] },
      count: 124,
    });
  });

  test('with Shift, the files from the last tick to this one become like this one', async () => {
    const { visitor, tick } = await open();
    const row = (id: number) => screen.getByRole('checkbox', { name: new RegExp(`file-${id}\\.bin`) });
    const isTicked = () => [4, 3, 2, 1].map((id) => (row(id) as HTMLInputElement).checked);
    await tick(4);
    await visitor.keyboard('{Shift>}');
    await visitor.click(row(2));
    await visitor.keyboard('{/Shift}');
    expect(isTicked()).toEqual([true, true, true, false]);
    await visitor.keyboard('{Shift>}');
    await visitor.click(row(3));
    await visitor.keyboard('{/Shift}');
    expect(isTicked()).toEqual([true, false, false, false]);
    await visitor.click(button('Select all 4'));
    await visitor.keyboard('{Shift>}');
    await visitor.click(row(1));
    await visitor.keyboard('{/Shift}');
    expect(isTicked()).toEqual([true, false, false, false]);
  });

  test('a file deleted with its own button is no longer selected', async () => {
    const { visitor, tick, api } = await open();
    api.use(fake(deleteFile, { message: 'File deleted successfully!' }));
    await tick(4, 1);
    await visitor.click(button('Delete file-4.bin (100004)'));
    await visitor.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 selected')).toBeVisible();
  });

  test('changing the filter clears "all", but leaves individually ticked files selected', async () => {
    const { visitor, tick } = await open();
    await tick(4);
    await visitor.click(button('Select all 4'));
    expect(await screen.findByText('4 selected')).toBeVisible();
    await visitor.type(screen.getByRole('searchbox'), 'ana');
    expect(await screen.findByText('1 selected')).toBeVisible();
  });

  test('the confirmation is a sound dialog', async () => {
    const { visitor, tick } = await open();
    await tick(4);
    const of = 'features/files/web/bulk-delete-files.tsx';
    const opener = () => button('Delete selected');
    await expectSoundDialog({ of, visitor, name: 'Delete 1 file?', role: 'alertdialog', opener });
  });

  test('the notify form is a sound dialog', async () => {
    const { visitor, tick } = await open();
    await tick(4);
    const of = 'features/files/web/bulk-notify.tsx';
    await expectSoundDialog({ of, visitor, name: 'Notify 1 customer', opener: () => button('Notify') });
  });
});

describe('the user’s settings', () => {
  test('a filter is saved under a name, applied and removed; it includes search, filters and order', async () => {
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

  test('the saved filters are in a sound dialog', async () => {
    const { visitor } = await open();
    const of = 'web/lists/saved-filters-dialog.tsx';
    await expectSoundDialog({ of, visitor, name: 'Saved filters', opener: () => button('Saved filters') });
  });

  test('unneeded columns can be hidden, and stay hidden next time', async () => {
    const shown = await open();
    const headers = () => readTexts(screen.getAllByRole('columnheader'));
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

test('the CSV comes from the server, with the filter and order of the list; a failure is shown', async () => {
  URL.createObjectURL = () => 'blob:files';
  URL.revokeObjectURL = () => undefined;
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { visitor, api } = await open({ at: '/admin/all-files?q=ana&sort=price&price=UNPAID' });
  api.use(fake(downloadFilesCsv, fakeFile('files-2026-03-02.csv', new TextEncoder().encode('Username'))));
  await visitor.click(button('Download CSV'));
  await waitFor(() => expect(pressed).toHaveBeenCalled());
  expect(api.callsOf(downloadFilesCsv)[0]?.input).toEqual({
    q: 'ana',
    price_status: 'UNPAID',
    sort: 'price',
    order: 'asc',
  });
  api.use(fake(downloadFilesCsv, no(500)));
  await visitor.click(button('Download CSV'));
  await waitFor(() => expect(shownMessages()).toContain('error: Could not load.'));
});

test('of thousands of files, only those near the viewport are rendered', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => file(3000 - at));
  await open({ files: many });
  expect(await screen.findByText('file-3000.bin')).toBeVisible();
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '3001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

describe('unsaved input', () => {
  test('leaving an unsaved filter name asks first', async () => {
    const shown = await open();
    await expectGuarded(shown, {
      of: 'web/lists/saved-filters-dialog.tsx',
      change: async () => {
        await shown.visitor.click(button('Saved filters'));
        await shown.visitor.type(await screen.findByLabelText('Save what is shown now as'), 'Mine');
      },
    });
  });

  test('a notification to owners is restored, until Cancel discards it', async () => {
    const shown = await open();
    const openForm = async () => {
      await shown.tick(4);
      await shown.visitor.click(button('Notify'));
    };
    const message = () => screen.getByLabelText(/^Message/);
    await expectDraft(shown, {
      of: 'features/files/web/bulk-notify.tsx',
      change: async () => {
        await openForm();
        await shown.visitor.type(message(), 'Ready on Monday');
      },
      reopen: openForm,
      isThere: () => expect(message()).toHaveValue('Ready on Monday'),
    });
    await shown.visitor.click(button('Cancel'));
    await shown.visitor.click(button('Notify'));
    expect(message()).toHaveValue('');
  });
});
