import { beforeAll, expect, test, vi } from 'vitest';

const showNotification = vi.fn<(title: string, options: object) => Promise<void>>();

beforeAll(async () => {
  vi.stubGlobal('__PRECACHE__', { version: '1', files: [] });
  vi.stubGlobal('registration', { showNotification });
  // A path that the compiler does not follow: what it imports has the types of a worker, and not of a page.
  const path = './service-worker/service-worker.ts';
  await import(path);
});

/** Delivers a push message and returns what the system is asked to show. */
function push(url: string) {
  const data = { json: () => ({ title: 'Tunedesk', body: 'News', url }) };
  window.dispatchEvent(Object.assign(new Event('push'), { data, waitUntil: () => undefined }));
  return showNotification.mock.calls.at(-1)?.[1];
}

test('a push message replaces the one before about the same page, and is as audible', () => {
  expect(push('/view-file/5#ticket')).toMatchObject({ tag: '/view-file/5#ticket', renotify: true });
});

test('an announcement, which has no page, replaces nothing', () => {
  expect(push('/')).toMatchObject({ body: 'News', data: '/' });
  expect(push('/')).not.toHaveProperty('tag');
});
