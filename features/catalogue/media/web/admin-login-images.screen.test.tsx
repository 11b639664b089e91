import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { recentMessages } from '../../../../web/ui/recent-messages.ts';
import * as contract from '../media.calls.ts';
import AdminLoginImages from './admin-login-images.screen.tsx';

const FILM: contract.LoginMedia = { id: 9, name: 'Dyno run', url: `/api/media/${'c'.repeat(32)}.mp4`, type: 'video' };
const LIFT: contract.LoginMedia = { id: 8, name: 'Lift', url: `/api/media/${'d'.repeat(32)}-1920.webp`, type: 'IMAGE' };

function open(list: Parameters<typeof fake<typeof contract.listLoginMedia>>[1] = [FILM, LIFT]) {
  const api = installFakeApi(
    fake(contract.listLoginMedia, list),
    fake(contract.deleteLoginMedia, { message: 'Deleted.' }),
    fake(contract.addLoginMedia, LIFT),
  );
  return { ...renderScreen(<AdminLoginImages />, { user: ADMINISTRATOR }), api };
}

test('shows all of them, and which one visitors see', { tags: ['A-LIM-01', 'X-API-12', 'X-ENT-11'] }, async () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Login/Register Images' })).toBeVisible();
  const items = within(await screen.findByRole('list', { name: 'Login/Register Images' })).getAllByRole('listitem');
  expect(items[0]?.querySelector('video')).toHaveAttribute('src', FILM.url);
  expect(items[0]).toHaveTextContent('Video · shown now');
  expect(items[1]?.querySelector('img')).toHaveAttribute('src', LIFT.url);
  expect(items[1]).toHaveTextContent('Image');
  expect(items[1]).not.toHaveTextContent('shown now');
});

test('another one, or a video, is uploaded with progress', { tags: ['A-LIM-03', 'A-LIM-04', 'X-API-51'] }, async () => {
  const { visitor, api } = open();
  await screen.findByText('Lift');
  await visitor.click(screen.getByRole('button', { name: 'Add Image' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Image' });
  expect(within(dialog).getByLabelText('Choose a file')).toHaveAttribute(
    'accept',
    expect.stringContaining('video/mp4'),
  );
  await visitor.upload(
    within(dialog).getByLabelText('Choose a file'),
    new File([new Uint8Array(100)], 'film.mp4', { type: 'video/mp4' }),
  );
  let response: (media: contract.LoginMedia) => void = () => {};
  api.use(fake(contract.addLoginMedia, () => new Promise<contract.LoginMedia>((resolve) => (response = resolve))));
  await visitor.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await within(dialog).findByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  response(FILM);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(api.callsOf(contract.addLoginMedia)[0]?.file?.name).toBe('film.mp4');
  expect(api.callsOf(contract.listLoginMedia)).toHaveLength(2);
});

test('one is deleted after confirmation', { tags: ['A-LIM-02', 'A-LIM-05', 'A-LIM-M02', 'X-API-52'] }, async () => {
  const { visitor, api } = open();
  await visitor.click(await screen.findByRole('button', { name: 'Delete Lift' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this image?' });
  api.use(fake(contract.deleteLoginMedia, no(500)));
  await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(recentMessages.list().map(({ text }) => text)).toEqual(['Failed to delete image.']));
  api.use(fake(contract.deleteLoginMedia, { message: 'Deleted.' }));
  await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(api.callsOf(contract.deleteLoginMedia).map(({ input }) => input)).toEqual([{ id: '8' }, { id: '8' }]);
});

test('a list that fails to load shows an error', { tags: ['A-LIM-M01'] }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  open(no(500));
  expect(await screen.findByText('Failed to load images.')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('without any media, it shows what visitors see instead', async () => {
  open([]);
  expect(await screen.findByText('No images yet. The login page shows a standard drawing.')).toBeVisible();
});
