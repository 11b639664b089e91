import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '../../../features/messaging/messaging.calls.ts';
import { useStoredPush } from '../../../features/messaging/web/push.ts';
import { fake, installFakeApi, type FakeApi } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { PushSwitch } from './bell-popover.tsx';

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/1';
const KEYS = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };

let api: FakeApi;
let permission: NotificationPermission;
let response: NotificationPermission;
let subscription: { toJSON: () => unknown; unsubscribe: () => Promise<boolean> } | null;
const requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => (permission = response));

const madeSubscription = {
  toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
  unsubscribe: async () => {
    subscription = null;
    return true;
  },
};

const pushManager = {
  getSubscription: async () => subscription,
  subscribe: vi.fn<(options: object) => Promise<unknown>>(async () => (subscription = madeSubscription)),
};

beforeEach(() => {
  [permission, response, subscription] = ['default', 'granted', null];
  vi.clearAllMocks();
  vi.stubGlobal('PushManager', vi.fn<() => void>());
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission,
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  api = installFakeApi(
    fake(getPushKey, { key: 'the key of the portal' }),
    fake(subscribeToPush, { message: 'done' }),
    fake(unsubscribeFromPush, { message: 'done' }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('asks the browser only after a click, and sends the endpoint to the server', async () => {
  const { visitor } = renderScreen(<PushSwitch />);
  const turnOn = await screen.findByRole('button', { name: 'Turn on' });
  expect(requestPermission).not.toHaveBeenCalled();
  await visitor.click(turnOn);
  await screen.findByRole('button', { name: 'Turn off' });
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: 'the key of the portal',
  });
  expect(api.callsOf(subscribeToPush).map(({ input }) => input)).toEqual([{ endpoint: ENDPOINT, keys: KEYS }]);
});

test('can be turned off again', async () => {
  [permission, subscription] = ['granted', madeSubscription];
  const { visitor } = renderScreen(<PushSwitch />);
  await visitor.click(await screen.findByRole('button', { name: 'Turn off' }));
  await screen.findByRole('button', { name: 'Turn on' });
  expect(api.callsOf(unsubscribeFromPush)).toHaveLength(1);
  expect(subscription).toBeNull();
});

test('a browser with notifications enabled gets them in a new session too', async () => {
  [permission, subscription] = ['granted', madeSubscription];
  renderScreen(<PushSwitch />);
  await screen.findByRole('button', { name: 'Turn off' });
  expect(api.callsOf(subscribeToPush)).toHaveLength(1);
});

test('a new session subscribes by itself, without opening the bell', async () => {
  [permission, subscription] = ['granted', madeSubscription];
  function Shell() {
    useStoredPush('a new token');
    return null;
  }
  renderScreen(<Shell />);
  await waitFor(() => expect(api.callsOf(subscribeToPush)).toHaveLength(1));
});

test('a visitor who refuses is shown where to change that', async () => {
  response = 'denied';
  const { visitor } = renderScreen(<PushSwitch />);
  await visitor.click(await screen.findByRole('button', { name: 'Turn on' }));
  const text = 'This browser does not allow notifications of the portal. You can change that in its settings.';
  expect(await screen.findByText(text)).toBeVisible();
  expect(api.callsOf(subscribeToPush)).toEqual([]);
});

test('is not offered where push is not available', async () => {
  const { unmount } = renderScreen(<PushSwitch />);
  await screen.findByRole('button', { name: 'Turn on' });
  unmount();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  const { container } = renderScreen(<PushSwitch />);
  await waitFor(() => expect(container).toBeEmptyDOMElement());
});
