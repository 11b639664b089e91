import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { switchToNewVersion, registerServiceWorker } from '../../../web/client/app-version.ts';
import { NewVersionStrip } from './shell-frame.tsx';

class FakeContainer extends EventTarget {
  controller: object | null = {};
  registration = Object.assign(new EventTarget(), {
    waiting: null as null | { postMessage: (data: unknown) => void },
    installing: null as null | EventTarget,
    update: async () => undefined,
  });
  register = vi.fn<(address: string) => Promise<unknown>>(async () => this.registration);
}

let container: FakeContainer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  container = new FakeContainer();
  offer(container);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Sets the browser's service worker container; jsdom has none. */
const offer = (value: FakeContainer | undefined) =>
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });

const register = () => registerServiceWorker(container as unknown as ServiceWorkerContainer);

async function installNext() {
  const worker = new EventTarget();
  container.registration.installing = worker;
  container.registration.dispatchEvent(new Event('updatefound'));
  const postMessage = vi.fn<(data: unknown) => void>();
  container.registration.waiting = { postMessage };
  act(() => void worker.dispatchEvent(new Event('statechange')));
  return postMessage;
}

test('the service worker is registered for the whole portal', { tags: ['X-SHL-17', 'X-GEN-10'] }, async () => {
  await register();
  expect(container.register).toHaveBeenCalledWith('/service-worker.js');
});

test('the portal works without service workers where there are none', async () => {
  offer(undefined);
  await expect(registerServiceWorker()).resolves.toBeUndefined();
  expect(container.register).not.toHaveBeenCalled();
  await register();
  expect(container.register).toHaveBeenCalled();
});

test('a new version is offered, and takes over only after a click', { tags: ['G-33'] }, async () => {
  render(<NewVersionStrip />);
  await register();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  const postMessage = await installNext();
  expect(screen.getByRole('status')).toHaveTextContent('A new version of the portal is ready.');
  expect(postMessage).not.toHaveBeenCalled();
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(postMessage).toHaveBeenCalledWith('take over');
});

test('the page is reloaded once the new version has taken over, and not before', async () => {
  await register();
  await installNext();
  const reload = vi.fn<() => void>();
  switchToNewVersion(reload);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('the very first version replaces nothing, so nothing is shown', async () => {
  container.controller = null;
  render(<NewVersionStrip />);
  await register();
  await installNext();
  expect(container.register).toHaveBeenCalled();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
