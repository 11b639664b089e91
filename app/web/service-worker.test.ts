import { beforeAll, expect, test, vi } from 'vitest';

const FILES = ['/a.js', '/b.js', '/c.js', '/d.js', '/e.js'];
const showNotification = vi.fn<(title: string, options: object) => Promise<void>>();

beforeAll(async () => {
  vi.stubGlobal('__PRECACHE__', { version: '1', files: FILES });
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

test('the files of the program are cached a few at a time, so that they do not hold up the page', async () => {
  const open: string[][] = [];
  const cached: string[] = [];
  const addAll = async (files: string[]) => {
    open.push(files);
    expect(open.flat().length).toBeLessThanOrEqual(2);
    await new Promise((end) => setTimeout(end, 0));
    open.pop();
    cached.push(...files);
  };
  vi.stubGlobal('caches', { open: async () => ({ addAll }) });
  const waitUntil = vi.fn<(work: Promise<void>) => void>();
  window.dispatchEvent(Object.assign(new Event('install'), { waitUntil }));
  await waitUntil.mock.calls[0]?.[0];
  expect(cached).toEqual(FILES);
});

test('a push message replaces the one before about the same page, and is as audible', () => {
  expect(push('/view-file/5#ticket')).toMatchObject({ tag: '/view-file/5#ticket', renotify: true });
});

test('an announcement, which has no page, replaces nothing', () => {
  expect(push('/')).toMatchObject({ body: 'News', data: '/' });
  expect(push('/')).not.toHaveProperty('tag');
});
