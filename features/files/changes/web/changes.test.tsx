import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { switchOffInFile } from '../../../../ecu/switch-off-file.ts';
import { fake, fakeFile, installFakeApi, refused } from '../../../../web/testing/fake-api.ts';
import { CUSTOMER, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { standInForWorkers } from '../../../../web/testing/worker-stand-in.ts';
import { buildFileDetail } from '../../files.factory.ts';
import { downloadModified, downloadOriginal, getFile } from '../../files.calls.ts';
import { changesLinkGone, customerDownloadRefusal } from '../../files.rules.ts';
import { drawChanges } from '../../hex/draw-changes.ts';
import { createChangeLink, getChangeLink, readChangeLink, revokeChangeLink } from '../changes.calls.ts';
import ChangesScreen from './changes.screen.tsx';
import SharedChangesScreen from './shared-changes.screen.tsx';

const original = new Uint8Array(edc16Sample());
const switched = switchOffInFile(original, ['P0122']);
if (switched.outcome === 'refused') throw new Error(switched.reason.message);
const modified = new Uint8Array(switched.file);

beforeEach(standInForWorkers);

const PAID: Parameters<typeof buildFileDetail>[0] = {
  status: 'PROCESSED',
  price_status: 'PAID',
  ordered_dtcs: ['P0122'],
  mod_file_name: 'golf.bin',
};
const detail = buildFileDetail(PAID);

function openOwn() {
  const api = installFakeApi(
    fake(getFile, detail),
    fake(downloadOriginal, fakeFile('golf.bin', original)),
    fake(downloadModified, fakeFile('golf.bin', modified)),
    fake(getChangeLink, { created_at: null }),
    fake(createChangeLink, { token: 'tok-en', created_at: '2026-11-28T10:00:00Z' }),
    fake(revokeChangeLink, { message: '' }),
  );
  return {
    api,
    ...renderScreen(<ChangesScreen />, { at: '/view-file/1/changes', path: '/view-file/:id/changes', user: CUSTOMER }),
  };
}

describe('for the owner of a bought file, what was changed', () => {
  test('is the map, the bytes before and after, and the codes and checksums by name', async () => {
    const { api, visitor } = openOwn();
    const compare = await screen.findByRole('button', { name: 'Compare' });
    expect(api.callsOf(downloadModified)).toEqual([]);
    await visitor.click(compare);
    expect(await screen.findByRole('heading', { level: 1, name: /· What was changed$/ })).toBeVisible();
    expect(await screen.findByRole('img', { name: /^Map of the file/ })).toBeVisible();
    expect(screen.getByRole('table', { name: 'Bytes before and after' })).toBeVisible();
    const list = screen.getByRole('table', { name: 'Changed regions' });
    expect(list).toHaveTextContent('P0122');
    expect(list).toHaveTextContent('Checksum: ');
    expect(screen.queryByText(/belong/)).not.toBeInTheDocument();
  });

  test('is printed without buttons', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { visitor } = openOwn();
    await visitor.click(await screen.findByRole('button', { name: 'Compare' }));
    const button = await screen.findByRole('button', { name: 'Print' });
    await visitor.click(button);
    expect(print).toHaveBeenCalledOnce();
    const shown = await screen.findByRole('button', { name: 'Create link' });
    const onPaper = [...document.querySelectorAll('button, a')].filter(
      (one) => one.closest(String.raw`.print\:hidden`) === null,
    );
    expect(shown.closest(String.raw`.print\:hidden`)).not.toBeNull();
    // What stays is in the table: an offset is its first cell.
    expect(onPaper.filter((one) => one.closest('table') === null)).toEqual([]);
  });

  test('gets a link, which is shown once, and revoked', async () => {
    const { api, visitor } = openOwn();
    await visitor.click(await screen.findByRole('button', { name: 'Compare' }));
    await visitor.click(await screen.findByRole('button', { name: 'Create link' }));
    expect(await screen.findByText(`${window.location.origin}/changes?token=tok-en`)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Replace link' })).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: 'Revoke link' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create link' })).toHaveFocus());
    expect(screen.queryByText(/tok-en/)).not.toBeInTheDocument();
    expect(api.callsOf(revokeChangeLink)).toHaveLength(1);
  });

  test('is refused before the payment', async () => {
    const { api, visitor } = openOwn();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const unpaid = customerDownloadRefusal({ ...detail.file, price_status: 'UNPAID' });
    if (unpaid === null) throw new Error('an unpaid file is refused');
    api.use(fake(downloadModified, refused(unpaid)));
    await visitor.click(await screen.findByRole('button', { name: 'Compare' }));
    expect(await screen.findByText(unpaid.message)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create link' })).not.toBeInTheDocument();
  });
});

describe('a link to what was changed', () => {
  const open = (at = '/changes?token=tok-en') =>
    renderScreen(<SharedChangesScreen />, { at, path: '/changes', user: null });

  test('shows the vehicle, the map and the list, without a way to download or to any other page', async () => {
    installFakeApi(
      fake(readChangeLink, {
        vehicle: 'Audi S3 1.8 T, 2001',
        made_at: '2026-11-28T10:00:00Z',
        picture: drawChanges(original, modified, ['P0122']),
      }),
    );
    open();
    const title = await screen.findByRole('heading', { level: 1, name: /^Audi S3/ });
    expect(title.textContent, 'no line starts with the dot').toBe('Audi S3 1.8 T, 2001\u{a0}· What was changed');
    expect(screen.getByRole('img', { name: /^Map of the file/ })).toBeVisible();
    expect(screen.getByRole('table', { name: 'Changed regions' })).toHaveTextContent('P0122');
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Print']);
  });

  test('says so when it shows nothing any more, or has no token', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    installFakeApi(fake(readChangeLink, refused(changesLinkGone())));
    const { unmount } = open();
    expect(await screen.findByText(/^There is nothing to see here/)).toBeVisible();
    unmount();
    open('/changes');
    expect(await screen.findByText(/^There is nothing to see here/)).toBeVisible();
  });
});
