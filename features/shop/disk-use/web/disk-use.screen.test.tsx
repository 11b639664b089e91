import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../../web/testing/setup.ts';
import { getDiskUse, type DiskUse } from '../disk-use.calls.ts';
import DiskUseScreen from './disk-use.screen.tsx';

const USE: DiskUse = {
  kinds: [
    { kind: 'ORIGINAL', bytes: 3_221_225_472, objects: 1234 },
    { kind: 'MODIFIED', bytes: 1_073_741_824, objects: 1000 },
    { kind: 'FURTHER', bytes: 2048, objects: 1 },
    { kind: 'ATTACHMENT', bytes: 0, objects: 0 },
    { kind: 'DTC_OFF', bytes: 0, objects: 0 },
    { kind: 'MEDIA', bytes: 0, objects: 0 },
  ],
  recorded_at: '2026-11-26T02:00:00Z',
  quarantine: { bytes: 5120, objects: 2, measured_at: '2026-11-26T02:00:00Z' },
  backups: null,
  database_bytes: 52_428_800,
  free_bytes: 10_737_418_240,
  users: [
    {
      user_id: 7,
      username: 'ana',
      open_user_id: 7,
      objects: 2200,
      original_bytes: 3_221_225_472,
      modified_bytes: 1_073_741_824,
      further_bytes: 2048,
      attachment_bytes: 0,
      dtc_off_bytes: 0,
      total_bytes: 4_294_969_344,
    },
    {
      user_id: 9,
      username: 'erased-9',
      open_user_id: null,
      objects: 1,
      original_bytes: 1024,
      modified_bytes: 0,
      further_bytes: 0,
      attachment_bytes: 0,
      dtc_off_bytes: 0,
      total_bytes: 1024,
    },
  ],
};

function open(use: DiskUse = USE) {
  const api = installFakeApi(fake(getDiskUse, use));
  return { api, ...renderScreen(<DiskUseScreen />, { at: '/admin/disk-use', user: ADMINISTRATOR }) };
}

test('the screen shows the bytes of every kind and of the database, and the free space', async () => {
  open();
  const kinds = within(await screen.findByRole('table', { name: 'By kind' }));
  expect(kinds.getByRole('row', { name: /^Originals/ })).toHaveTextContent('1,2343 GB');
  expect(kinds.getByRole('row', { name: /^Originals .*2026/ })).toBeVisible();
  expect(kinds.getByRole('row', { name: /^Quarantine/ })).toHaveTextContent('25 kB');
  expect(kinds.getByRole('row', { name: /^Backups on this machine Not measured/ })).toHaveTextContent('––');
  expect(screen.getByText('10 GB')).toBeVisible();
  expect(screen.getAllByText('50 MB')).toHaveLength(2);
});

test('before anything was added up, the sizes are unknown and not zero', async () => {
  open({ ...USE, recorded_at: null, users: [] });
  const kinds = within(await screen.findByRole('table', { name: 'By kind' }));
  expect(kinds.getByRole('row', { name: /^Originals Not measured/ })).toHaveTextContent('––');
});

test('users with the most bytes link to their pages, except erased ones', async () => {
  open();
  const users = within(await screen.findByRole('table', { name: 'Largest users' }));
  expect(users.getByRole('link', { name: 'ana' })).toHaveAttribute('href', '/admin/edit-user/7');
  expect(users.getByText('erased-9')).toBeVisible();
  expect(users.queryByRole('link', { name: 'erased-9' })).toBeNull();
});

test('on a phone a user takes two lines: name and total, then the number of files', async () => {
  setScreenWidth(360);
  open();
  const list = await screen.findByRole('list', { name: 'Largest users' });
  const [first] = within(list).getAllByRole('listitem');
  expect(within(first as HTMLElement).getByRole('link', { name: 'ana' })).toHaveAttribute('href', '/admin/edit-user/7');
  expect(first).toHaveTextContent('ana4 GBFiles: 2,200');
});

test('for files in a bucket no free space is shown', async () => {
  const { unmount } = open({ ...USE, free_bytes: 77 * 1024 ** 3 });
  expect(await screen.findByText('77 GB')).toBeVisible();
  unmount();
  open({ ...USE, free_bytes: null });
  expect(await screen.findByText('The files are in a bucket.')).toBeVisible();
  expect(screen.queryByText('77 GB')).toBeNull();
});

test('a failed load can be retried with its button', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const api = installFakeApi(fake(getDiskUse, no(400, 'No.')));
  const { visitor } = renderScreen(<DiskUseScreen />, { at: '/admin/disk-use', user: ADMINISTRATOR });
  const [retry] = await screen.findAllByRole('button', { name: /Retry|Try again/ });
  api.use(fake(getDiskUse, USE));
  await visitor.click(retry as HTMLElement);
  expect(await screen.findByText('10 GB')).toBeVisible();
  logged.mockRestore();
});
