import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getLoginBackground, type LoginMedia } from '../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { MEDIA_LIMIT_MS } from '../../catalogue/media/web/entrance-media.tsx';
import { Entrance } from './entrance.tsx';
import { PublicPage } from '../../files/first-look/web/supported-ecus.screen.tsx';

const image: LoginMedia = { id: 1, name: 'Workshop', url: '/api/media/1', type: 'IMAGE' };
const video: LoginMedia = { ...image, type: 'video' };

const show = () => renderScreen(<Entrance title="Login">form</Entrance>, { user: null });
const spinner = () => screen.queryByText('Loading...');
const drawing = (container: HTMLElement) => container.querySelector('svg[viewBox="0 0 800 1000"]');

test.each([
  ['somebody who is not signed in', null, 'Hello, Guest'],
  ['somebody who is', CUSTOMER, 'Hello, ana'],
])('the top bar greets %s', { tags: ['X-SHL-01', 'X-SHL-S03', 'X-GEN-05'] }, async (_, user, words) => {
  installFakeApi(fake(getLoginBackground, image));
  renderScreen(<Entrance title="Login">form</Entrance>, { user });
  expect(screen.getByRole('banner')).toHaveTextContent(words);
  cleanup();
  installFakeApi(fake(getApplicationConfiguration, applicationConfiguration()));
  renderScreen(<PublicPage>text</PublicPage>, { user });
  expect(screen.getByRole('banner')).toHaveTextContent(words);
});

test('a spinner turns until the picture is loaded', { tags: ['C-LOG-09', 'C-LOG-10', 'C-LOG-S01'] }, async () => {
  installFakeApi(fake(getLoginBackground, image));
  const { container } = show();
  expect(spinner()).toBeInTheDocument();
  const picture = await waitFor(() => container.querySelector('img') ?? Promise.reject(new Error('no picture yet')));
  expect(picture).toHaveAttribute('src', '/api/media/1');
  expect(spinner()).toBeInTheDocument();
  fireEvent.load(picture);
  expect(spinner()).not.toBeInTheDocument();
  expect(drawing(container)).toBeNull();
});

test('a video loops without sound and can be stopped', { tags: ['C-LOG-09'] }, async () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  installFakeApi(fake(getLoginBackground, video));
  const { container, visitor } = show();
  const film = await waitFor(() => container.querySelector('video') ?? Promise.reject(new Error('no video yet')));
  expect(film).toHaveProperty('loop', true);
  expect(film).toHaveProperty('muted', true);
  expect(film).toHaveProperty('autoplay', true);
  fireEvent.loadedData(film);
  expect(spinner()).not.toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Pause video' }));
  expect(pause).toHaveBeenCalledOnce();
  await visitor.click(screen.getByRole('button', { name: 'Play video' }));
  expect(play).toHaveBeenCalledOnce();
});

test.each([
  ['nothing was chosen', null],
  ['it cannot be asked for', no(404)],
])('the built-in drawing is shown when %s', { tags: ['C-LOG-S02'] }, async (_, response) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.useFakeTimers({ shouldAdvanceTime: true });
  installFakeApi(fake(getLoginBackground, response));
  const { container } = show();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(drawing(container)).not.toBeNull();
  expect(spinner()).not.toBeInTheDocument();
});

test('a picture that fails to load is replaced', { tags: ['C-LOG-S02'] }, async () => {
  installFakeApi(fake(getLoginBackground, image));
  const { container } = show();
  const picture = await waitFor(() => container.querySelector('img') ?? Promise.reject(new Error('no picture yet')));
  fireEvent.error(picture);
  expect(drawing(container)).not.toBeNull();
  expect(spinner()).not.toBeInTheDocument();
});

test('the page waits no longer than six seconds for a background', { tags: ['C-LOG-10'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  installFakeApi(fake(getLoginBackground, image));
  const { container } = show();
  await act(() => vi.advanceTimersByTimeAsync(MEDIA_LIMIT_MS - 100));
  expect(spinner()).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(spinner()).not.toBeInTheDocument();
  expect(drawing(container)).not.toBeNull();
});
